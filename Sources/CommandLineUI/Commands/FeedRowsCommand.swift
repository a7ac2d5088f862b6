import ColumnServices
import FeedParsing
@preconcurrency import Glibc
import Localization

/// `column debug feed-rows`.
enum FeedRowsCommand {
    private static let headers = OptionDescription.value(
        "headers", nil, "FILE", .file, "The header of the HTTP response that brought the feed.")
    private static let usage = OptionDescription.flag(
        "usage", nil, "Add the processor seconds and the memory that it took.")

    static let description = CommandDescription(
        name: "feed-rows", summary: "Print what the parser makes of feeds, a JSON line a file",
        examples: [.init("column debug feed-rows feed.xml", "Prints the row of a feed")],
        operands: [OperandDescription("FILE", .file, .some)], options: [headers, usage],
        action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let header = try context.arguments.text(headers).map { path in
            String(decoding: try bytes(of: path), as: UTF8.self)
        }
        var code = ExitCode.success
        for path in context.arguments.operands("FILE") {
            do {
                try writeRow(of: path, header, context)
            } catch {
                FailureReport(error).write(to: context.console, asJSON: false)
                code = .someFailed
            }
        }
        return code
    }

    private static func writeRow(of path: String, _ header: String?, _ context: CommandContext)
        throws
    {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw CommandError.cannotRead(path: path, errno: errno) }
        defer { close(file) }
        let before = cpuSeconds()
        // The end of the row is held back, since members may follow.
        var held: [UInt8] = []
        var readError: Int32?
        try FeedRow.write(
            from: { buffer in
                while true {
                    let count = read(file, buffer.baseAddress, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    if count < 0 { readError = errno }
                    return max(0, count)
                }
            }, headers: header, file: path,
            to: { piece in
                held += piece
                if held.count > 65_536 {
                    context.console.write(held.dropLast(2))
                    held = Array(held.suffix(2))
                }
            })
        if let readError { throw CommandError.cannotRead(path: path, errno: readError) }
        if context.arguments.has(usage), held.suffix(2) == [0x7D, 0x0A] {
            let text = ",\"seconds\":\(cpuSeconds() - before),\"mib\":\(peakMemory())}\n"
            held = held.dropLast(2) + text.utf8
        }
        context.console.write(held)
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        guard let bytes = try PrivateFile.read(FilePath.absolute(path)) else {
            throw CommandError.cannotRead(path: path, errno: ENOENT)
        }
        return bytes
    }

    private static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// In MiB, of this process since its start.
    private static func peakMemory() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1_024
    }
}
