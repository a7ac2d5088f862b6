// What glibc has and Swift's Glibc module hides: GNU functions, variadic system calls, macros.
#pragma once
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>

// Declared under _GNU_SOURCE only, which Swift's import of the headers does not set.
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline);

// ioctl and fcntl are variadic, so Swift cannot call them.
static inline int column_terminal_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}
static inline int column_lock_file(int descriptor, struct flock *lock) {
    return fcntl(descriptor, F_SETLK, lock);
}
