// Moves the time of day of a program: CLOCK_SHIM names a file of 8 bytes, whose signed number of
// seconds is added. It may change while the program runs. Clocks that only count on are left alone.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t nothing;
static int64_t *offset = &nothing;

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("CLOCK_SHIM");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) {
        return;
    }
    void *memory = mmap(0, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) {
        offset = memory;
    }
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        time->tv_sec += __atomic_load_n(offset, __ATOMIC_RELAXED);
    }
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) {
        *place = now.tv_sec;
    }
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict place, void *restrict zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    place->tv_sec = now.tv_sec;
    place->tv_usec = now.tv_nsec / 1000;
    return 0;
}
