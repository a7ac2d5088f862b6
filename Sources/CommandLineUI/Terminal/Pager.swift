import ColumnServices
@preconcurrency import Glibc
import TerminalText

/// Shows long texts page by page.
enum Pager {
    /// Programs that show the sequences of colours as signs.
    private static let withoutColor: Set = [
        "most", "vi", "vim", "nvim", "view", "nano", "w3m", "lynx",
    ]

    /// Whether the user's pager can show colours.
    static func showsColor(environment: [String: String]) -> Bool {
        let command = environment["PAGER"] ?? "less"
        guard name(of: command) == "less", let options = environment["LESS"] else {
            return !withoutColor.contains(name(of: command))
        }
        // Without -R less shows the sequences as signs.
        return (options + " " + command.dropFirst(command.prefix { $0 != " " }.count)).split(
            separator: " "
        ).contains { word in
            word.hasPrefix("--RAW") || word.hasPrefix("--raw")
                || (!word.hasPrefix("--") && (word.contains("R") || word.contains("r")))
        }
    }

    /// The name of the program that a command line begins with.
    private static func name(of command: String) -> String {
        let program = command.split(separator: " ").first ?? ""
        return String(program.split(separator: "/").last ?? "")
    }

    /// Runs the user's pager over lines that do not fit the terminal; false where that is not
    /// wanted or cannot be done.
    ///
    /// - Parameter first: the line at the top, as far as the pager is `less`.
    static func show(_ lines: [String], from first: Int = 0, environment: [String: String]) -> Bool
    {
        guard isatty(STDIN_FILENO) == 1, environment["TERM"] != "dumb",
            lines.count > (TerminalSize.ofTerminal(STDOUT_FILENO) ?? .standard).rows - 1
        else { return false }
        var command = environment["PAGER"] ?? "less"
        guard !command.isEmpty else { return false }
        if name(of: command) == "less" {
            if first > 0 { command += " +\(first + 1)" }
            if environment["LESS"] == nil { command = "LESS=FRX; export LESS; " + command }
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        let child = try? ChildProgram.start(
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
