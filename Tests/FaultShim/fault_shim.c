// A preloaded library that lets a program's calls on files fail, wait or kill it, at the step asked for.
//
//   FAULT_SHIM="path=TEXT at=N do=ACTION [calls=NAME,NAME…]"
//
// Only calls on files whose path contains TEXT count. The N-th of them, and with `at=N+` each later one,
// gets the ACTION: `kill` (SIGKILL before the call), `tear` (half of a write, then SIGKILL), `wait=MS`,
// or an error by its number (`28` is ENOSPC, `5` EIO, `30` EROFS). Without `calls` those that change files
// count; `calls=read` is for the others. FAULT_SHIM_COUNT names a file of 8 bytes that holds the
// count of all processes that share it; with `at=0` nothing happens but counting.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum action { NOTHING, KILL, TEAR, WAIT, FAIL };

static char wanted_path[512], wanted_calls[256];
static uint64_t at;
static int and_later, argument;
static enum action action;
static uint64_t own_count;
static uint64_t *count = &own_count;

__attribute__((constructor)) static void start(void) {
    const char *rule = getenv("FAULT_SHIM");
    if (!rule) {
        return;
    }
    char text[1024];
    snprintf(text, sizeof text, "%s", rule);
    for (char *rest = text, *word; (word = strtok_r(rest, " ", &rest));) {
        if (!strncmp(word, "path=", 5)) {
            snprintf(wanted_path, sizeof wanted_path, "%s", word + 5);
        } else if (!strncmp(word, "calls=", 6)) {
            snprintf(wanted_calls, sizeof wanted_calls, ",%s,", word + 6);
        } else if (!strncmp(word, "at=", 3)) {
            char *end;
            at = strtoull(word + 3, &end, 10);
            and_later = *end == '+';
        } else if (!strcmp(word, "do=kill")) {
            action = KILL;
        } else if (!strcmp(word, "do=tear")) {
            action = TEAR;
        } else if (!strncmp(word, "do=wait=", 8)) {
            action = WAIT;
            argument = atoi(word + 8);
        } else if (!strncmp(word, "do=", 3)) {
            action = FAIL;
            argument = atoi(word + 3);
        }
    }
    const char *shared = getenv("FAULT_SHIM_COUNT");
    int file = shared ? open(shared, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *map = mmap(0, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (map != MAP_FAILED) {
            count = map;
        }
        close(file);
    }
}

static int is_wanted_call(const char *name) {
    if (!*wanted_calls) {
        return strcmp(name, "read") != 0;
    }
    char quoted[64];
    snprintf(quoted, sizeof quoted, ",%s,", name);
    return strstr(wanted_calls, quoted) != 0;
}

static int is_wanted_file(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) {
        return 0;
    }
    path[length] = 0;
    return strstr(path, wanted_path) != 0;
}

// What is to happen to this call. A kill does not return.
static enum action step(const char *name, int is_file_wanted) {
    if (!*wanted_path || !is_file_wanted || !is_wanted_call(name)) {
        return NOTHING;
    }
    uint64_t number = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
    if (!at || !(number == at || (and_later && number > at))) {
        return NOTHING;
    }
    if (action == KILL) {
        kill(getpid(), SIGKILL);
    }
    if (action == WAIT) {
        struct timespec time = {argument / 1000, (argument % 1000) * 1000000L};
        nanosleep(&time, 0);
        return NOTHING;
    }
    return action;
}

static int step_for_file(const char *name, int file) {
    int saved = errno;
    enum action answer = *wanted_path ? step(name, is_wanted_file(file)) : NOTHING;
    errno = saved;
    return answer;
}

static int step_for_path(const char *name, const char *path) {
    int saved = errno;
    enum action answer = step(name, path && strstr(path, wanted_path));
    errno = saved;
    return answer;
}

#define REAL(result, name, parameters) \
    static result(*real) parameters; \
    if (!real) { \
        real = (result(*) parameters)dlsym(RTLD_NEXT, #name); \
    }

// A call on a descriptor; a TEAR that cannot be half done is a KILL.
#define FILE_CALL(result, name, parameters, arguments) \
    result name parameters { \
        REAL(result, name, parameters) \
        switch (step_for_file(#name, file)) { \
        case FAIL: errno = argument; return -1; \
        case TEAR: kill(getpid(), SIGKILL); break; \
        default: break; \
        } \
        return real arguments; \
    }

#define PATH_CALL(result, name, parameters, arguments) \
    result name parameters { \
        REAL(result, name, parameters) \
        switch (step_for_path(#name, path)) { \
        case FAIL: errno = argument; return -1; \
        case TEAR: kill(getpid(), SIGKILL); break; \
        default: break; \
        } \
        return real arguments; \
    }

#define WRITE_CALL(name, parameters, whole, half) \
    ssize_t name parameters { \
        REAL(ssize_t, name, parameters) \
        switch (step_for_file(#name, file)) { \
        case FAIL: errno = argument; return -1; \
        case TEAR: \
            (void)!real half; \
            kill(getpid(), SIGKILL); \
            break; \
        default: break; \
        } \
        return real whole; \
    }

WRITE_CALL(write, (int file, const void *bytes, size_t size), (file, bytes, size), (file, bytes, size / 2))
WRITE_CALL(pwrite, (int file, const void *bytes, size_t size, off_t offset), (file, bytes, size, offset),
    (file, bytes, size / 2, offset))
WRITE_CALL(pwrite64, (int file, const void *bytes, size_t size, off64_t offset), (file, bytes, size, offset),
    (file, bytes, size / 2, offset))
WRITE_CALL(writev, (int file, const struct iovec *parts, int parts_count), (file, parts, parts_count),
    (file, parts, parts_count / 2))
WRITE_CALL(pwritev, (int file, const struct iovec *parts, int parts_count, off_t offset),
    (file, parts, parts_count, offset), (file, parts, parts_count / 2, offset))

FILE_CALL(int, fsync, (int file), (file))
FILE_CALL(int, fdatasync, (int file), (file))
FILE_CALL(int, ftruncate, (int file, off_t size), (file, size))
FILE_CALL(int, ftruncate64, (int file, off64_t size), (file, size))
FILE_CALL(int, fallocate, (int file, int mode, off_t offset, off_t size), (file, mode, offset, size))
FILE_CALL(int, fallocate64, (int file, int mode, off64_t offset, off64_t size), (file, mode, offset, size))

PATH_CALL(int, rename, (const char *path, const char *to), (path, to))
PATH_CALL(int, renameat2, (int from, const char *path, int folder, const char *to, unsigned int flags),
    (from, path, folder, to, flags))
PATH_CALL(int, link, (const char *path, const char *to), (path, to))
PATH_CALL(int, unlink, (const char *path), (path))
PATH_CALL(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags))
PATH_CALL(int, rmdir, (const char *path), (path))
PATH_CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))

int symlink(const char *target, const char *path) {
    REAL(int, symlink, (const char *, const char *))
    if (step_for_path("symlink", path) == FAIL) {
        errno = argument;
        return -1;
    }
    return real(target, path);
}

// Opening counts where it may make or empty a file.
#define OPEN_CALL(name) \
    int name(const char *path, int flags, ...) { \
        REAL(int, name, (const char *, int, ...)) \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
        va_end(list); \
        if (flags & (O_CREAT | O_TRUNC)) { \
            switch (step_for_path("open", path)) { \
            case FAIL: errno = argument; return -1; \
            case TEAR: kill(getpid(), SIGKILL); break; \
            default: break; \
            } \
        } \
        return real(path, flags, mode); \
    }
OPEN_CALL(open)
OPEN_CALL(open64)

ssize_t read(int file, void *bytes, size_t size) {
    REAL(ssize_t, read, (int, void *, size_t))
    if (*wanted_calls && step_for_file("read", file) == FAIL) {
        errno = argument;
        return -1;
    }
    return real(file, bytes, size);
}

ssize_t pread64(int file, void *bytes, size_t size, off64_t offset) {
    REAL(ssize_t, pread64, (int, void *, size_t, off64_t))
    if (*wanted_calls && step_for_file("read", file) == FAIL) {
        errno = argument;
        return -1;
    }
    return real(file, bytes, size, offset);
}

ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
    REAL(ssize_t, pread, (int, void *, size_t, off_t))
    if (*wanted_calls && step_for_file("read", file) == FAIL) {
        errno = argument;
        return -1;
    }
    return real(file, bytes, size, offset);
}
