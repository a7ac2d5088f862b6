// Keeps a promise that Swift cannot: the terminal is given back also from a signal handler, in which
// nothing may allocate, lock, or start a lazy global.
#pragma once
#include <stddef.h>

/// Turns a terminal to raw keys and writes `enter`; `leave` is what undoes that text.
/// Answers 0, or -1 with errno. Callable again after terminal_guard_leave.
int terminal_guard_enter(
    int descriptor, const char *enter, size_t enter_size, const char *leave, size_t leave_size);

/// Another text that undoes what was written to the terminal meanwhile, as pictures; at most 256
/// bytes. Holds until terminal_guard_enter is called again.
void terminal_guard_set_leave(const char *leave, size_t leave_size);

/// Gives the terminal back as terminal_guard_enter found it; does nothing where it was given back.
/// Safe in a signal handler and from any thread.
void terminal_guard_leave(void);

/// Takes over SIGWINCH, SIGTSTP, SIGCONT and the signals of a crash; answers the descriptor from
/// which their numbers can be read, a byte each, or -1.
int terminal_guard_watch(void);

/// Writes a byte, which is no signal's number, to the descriptor that terminal_guard_watch gave.
void terminal_guard_wake(void);

/// Stops this process as SIGTSTP does by itself, and comes back when it is continued.
void terminal_guard_stop(void);
