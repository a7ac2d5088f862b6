import ColumnServices

/// The user's table of cron, which keeps every byte of what is not ours.
struct Crontab {
    private var lines: [ArraySlice<UInt8>]
    private static let newline = UInt8(ascii: "\n")

    /// Reads it with `crontab -l`; nil where there is no cron.
    ///
    /// Throws ``CommandError/programFailed(_:output:)`` where it cannot be read: a table that was not seen
    /// must not be written.
    static func read() throws(CommandError) -> Crontab? {
        guard let result = ChildProgram.run("crontab", ["-l"]) else { return nil }
        guard result.code != 0 else { return Crontab(bytes: result.output) }
        // The words of Debian's cron and of cronie; those of BusyBox.
        let known = ["no crontab", "No such file"]
        guard result.output.isEmpty, known.contains(where: result.complaintText.contains) else {
            throw .programFailed("crontab -l", output: result.complaintText)
        }
        return Crontab(bytes: [])
    }

    init(bytes: [UInt8]) {
        lines = bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
    }

    /// The file's bytes.
    var bytes: [UInt8] { lines.flatMap { $0 + [Self.newline] } }

    /// Our own lines.
    var ours: [String] {
        lines.map { String(decoding: $0, as: UTF8.self) }.filter(Schedule.isOurs)
    }

    /// The table with these lines of ours in place of those that were there.
    func replacingOurs(with new: [String]) -> Crontab {
        var table = self
        table.lines.removeAll { Schedule.isOurs(String(decoding: $0, as: UTF8.self)) }
        table.lines += new.map { Array($0.utf8)[...] }
        return table
    }

    /// Writes it with `crontab -`.
    func write() throws(CommandError) {
        let result = ChildProgram.run("crontab", ["-"], input: bytes)
        guard let result, result.code == 0 else {
            throw .programFailed("crontab -", output: result?.complaintText ?? "")
        }
    }
}
