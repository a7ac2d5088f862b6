import CLinux
import CTerminalGuard
@preconcurrency import Glibc
import TerminalText

/// The terminal: keys come from it, frames go to it, and it is given back as it was.
struct TerminalDevice {
    /// Where keys come from.
    let input: Int32
    /// Where frames go.
    let output: Int32
    /// What it can do.
    let profile: TerminalProfile

    /// Takes the terminal over; false where that is refused.
    func enter() -> Bool {
        let entry = Array(profile.entry.utf8CString)
        let exit = Array(profile.exit.utf8CString)
        return terminal_guard_enter(
            input, entry, entry.count - 1, exit, exit.count - 1) == 0
    }

    /// Gives it back.
    func leave() {
        terminal_guard_leave()
    }

    /// Its size now.
    var size: TerminalSize {
        TerminalSize.ofTerminal(output) ?? .standard
    }

    /// Also takes kitty's picture away when the terminal is given back.
    func leavePicturesToo() {
        let exit = Array((ScreenPicture.kittyRemoval + profile.exit).utf8CString)
        terminal_guard_set_leave(exit, exit.count - 1)
    }

    /// A cell's size in pixels, where the system knows it (ioctl TIOCGWINSZ).
    var cellSize: (width: Int, height: Int)? {
        var size = winsize()
        guard column_terminal_size(output, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        let cell = (Int(size.ws_xpixel / size.ws_col), Int(size.ws_ypixel / size.ws_row))
        return (4...64).contains(cell.0) && (4...128).contains(cell.1) ? cell : nil
    }

    /// Writes a frame with as few calls as the terminal takes; false where it is gone.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
                poll(&wanted, 1, 1_000)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
