@preconcurrency import Glibc
import Synchronization

/// How much a log line matters.
public enum LogLevel: Int, Sendable, Comparable {
    /// For the person who mends the program.
    case debug
    /// What the program does, step by step.
    case info
    /// Something is odd, and the work goes on.
    case warning
    /// Something failed.
    case error

    /// The lesser level first.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Which part of the program speaks.
public enum LogCategory: String, Sendable {
    /// SQLite and the library file.
    case store
    /// Requests and answers.
    case http
    /// Feeds.
    case sync
    /// Media files.
    case download
    /// Sound.
    case player
}

/// The program's log: one line per call to a sink that main chooses; silent until then.
public enum Log {
    /// Takes a finished line without its line end.
    public typealias Sink = @Sendable (_ line: String) -> Void

    private struct Configuration {
        var threshold = LogLevel.error
        var sink: Sink?
    }

    private static let configuration = Mutex(Configuration())

    /// Starts writing lines at or above a level to a sink.
    public static func start(at level: LogLevel, sink: @escaping Sink) {
        configuration.withLock { $0 = Configuration(threshold: level, sink: sink) }
    }

    /// Writes a line if its level is wanted; the text is not made otherwise.
    public static func write(
        _ level: LogLevel, _ category: LogCategory, _ text: @autoclosure () -> String
    ) {
        let sink = configuration.withLock { $0.threshold <= level ? $0.sink : nil }
        sink?("\(level) \(category.rawValue): \(text())")
    }

    /// A sink for standard error; each line is one write, so that lines of threads do not mix.
    public static let standardError: Sink = { line in
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
