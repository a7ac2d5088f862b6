import CLinux
@preconcurrency import Glibc
import Synchronization
import TerminalUI

/// The keyboard's mode: while a player runs, keys come one by one and are not shown.
enum TerminalMode {
    private static let original = Mutex<termios?>(nil)

    /// Lets keys come one by one; false where standard input is no terminal.
    static func readKeys() -> Bool {
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
        original.withLock { $0 = $0 ?? mode }
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        return tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0
    }

    /// Hides what is typed, for a password; false where standard input is no terminal.
    static func hideInput() -> Bool {
        var mode = termios()
        guard tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
        original.withLock { $0 = $0 ?? mode }
        mode.c_lflag &= ~tcflag_t(ECHO)
        return tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode) == 0
    }

    /// Gives the terminal back as it was.
    static func restore() {
        TerminalInterface.restoreTerminal()
        original.withLock { original in
            guard var mode = original else { return }
            tcsetattr(STDIN_FILENO, TCSANOW, &mode)
            original = nil
        }
    }
}
