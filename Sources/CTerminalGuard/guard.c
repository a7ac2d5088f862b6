#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios original;
static int terminal = -1;
// Two, of which a signal handler reads the one that is whole.
static struct {
    char text[256];
    size_t length;
} leaves[2];
static atomic_int current_leave;
static atomic_int is_entered;
static int wake_ends[2] = {-1, -1};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};

static void write_all(int descriptor, const char *text, size_t size) {
    while (size > 0) {
        ssize_t count = write(descriptor, text, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        text += count;
        size -= (size_t)count;
    }
}

void terminal_guard_set_leave(const char *leave, size_t leave_size) {
    int next = !atomic_load(&current_leave);
    if (leave_size > sizeof leaves[0].text) return;
    memcpy(leaves[next].text, leave, leave_size);
    leaves[next].length = leave_size;
    atomic_store(&current_leave, next);
}

int terminal_guard_enter(
    int descriptor, const char *enter, size_t enter_size, const char *leave, size_t leave_size) {
    struct termios raw;
    if (leave_size > sizeof leaves[0].text) {
        errno = EINVAL;
        return -1;
    }
    if (!atomic_load(&is_entered) && tcgetattr(descriptor, &original) != 0) return -1;
    terminal = descriptor;
    terminal_guard_set_leave(leave, leave_size);
    raw = original;
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(descriptor, TCSANOW, &raw) != 0) return -1;
    atomic_store(&is_entered, 1);
    write_all(descriptor, enter, enter_size);
    return 0;
}

void terminal_guard_leave(void) {
    int error = errno;
    if (atomic_exchange(&is_entered, 0)) {
        int current = atomic_load(&current_leave);
        write_all(terminal, leaves[current].text, leaves[current].length);
        tcsetattr(terminal, TCSANOW, &original);
    }
    errno = error;
}

static void on_signal(int number) {
    int error = errno;
    char byte = (char)number;
    // A full pipe wakes the reader as well as one more byte would.
    ssize_t ignored = write(wake_ends[1], &byte, 1);
    (void)ignored;
    errno = error;
}

static void on_crash(int number) {
    // The action is the system's own again (SA_RESETHAND), so that the cause is reported as ever.
    terminal_guard_leave();
    raise(number);
}

int terminal_guard_watch(void) {
    static char stack[65536];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action;
    if (wake_ends[0] >= 0) return wake_ends[0];
    if (pipe(wake_ends) != 0) return -1;
    for (int end = 0; end < 2; end++) {
        fcntl(wake_ends[end], F_SETFD, FD_CLOEXEC);
        fcntl(wake_ends[end], F_SETFL, O_NONBLOCK);
    }
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGWINCH, &action, NULL);
    sigaction(SIGTSTP, &action, NULL);
    sigaction(SIGCONT, &action, NULL);
    sigaltstack(&other, NULL);
    action.sa_handler = on_crash;
    action.sa_flags = SA_RESETHAND | SA_ONSTACK | SA_NODEFER;
    for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++) {
        sigaction(crashes[index], &action, NULL);
    }
    return wake_ends[0];
}

void terminal_guard_wake(void) {
    char byte = 0;
    ssize_t ignored = write(wake_ends[1], &byte, 1);
    (void)ignored;
}

void terminal_guard_stop(void) {
    struct sigaction action, previous;
    sigset_t stop, mask;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &action, &previous);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &previous, NULL);
}
