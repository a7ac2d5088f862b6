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
