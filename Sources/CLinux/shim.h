// What glibc has and Swift's Glibc module hides: GNU functions, variadic system calls, macros.
#pragma once
#include <fcntl.h>
#include <pthread.h>
#include <pty.h>
#include <semaphore.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <termios.h>
#include <time.h>

// Declared under _GNU_SOURCE only, which Swift's import of the headers does not set.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t *actions, const char *path);
extern int pipe2(int ends[2], int flags);
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline);

// ioctl and fcntl are variadic, so Swift cannot call them.
static inline int column_terminal_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}
static inline int column_lock_file(int descriptor, struct flock *lock) {
    return fcntl(descriptor, F_SETLK, lock);
}
// prctl is variadic too. No core file, and no look into the memory by others of the user: passwords
// stand there (prctl(2), PR_SET_DUMPABLE).
static inline int column_forbid_core(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
// Bytes sent on a socket that the other side has not acknowledged (SIOCOUTQ, which is TIOCOUTQ).
static inline int column_unacknowledged_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, TIOCOUTQ, &count) == 0 ? count : 0;
}
