@preconcurrency import Glibc
import TerminalText

/// Shows long texts page by page.
enum Pager {
    /// Runs the user's pager over lines that do not fit the terminal; false where that is not
    /// wanted or cannot be done.
    static func show(_ lines: [String], environment: [String: String]) -> Bool {
        guard isatty(STDIN_FILENO) == 1, environment["TERM"] != "dumb",
            lines.count > (TerminalSize.ofTerminal(STDOUT_FILENO) ?? .standard).rows - 1
        else { return false }
        let command = environment["PAGER"] ?? "less -FRX"
        guard !command.isEmpty else { return false }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        let child = ChildProgram.start(
            "/bin/sh", ["-c", command], descriptors: [(ends[0], STDIN_FILENO)], closing: ends)
        guard let child else {
            close(ends[0])
            close(ends[1])
            return false
        }
        close(ends[0])
        var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
        // The pager may be left before the end; SIGPIPE is ignored.
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        close(ends[1])
        // 127: the shell found no such program.
        return ChildProgram.wait(child) != 127
    }
}
