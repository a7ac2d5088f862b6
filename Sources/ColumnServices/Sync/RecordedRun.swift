public import ColumnModel
import ColumnStore

/// What the library remembers of the last run of a job.
public struct RecordedRun: Sendable, Equatable {
    /// The job.
    public enum Job: String, Sendable {
        /// A sync of all columns, whoever began it.
        case sync
        /// A run that the timer began: sync and download.
        case schedule
    }

    /// When it began.
    public let began: Timestamp
    /// When it ended.
    public let ended: Timestamp
    /// The code with which the program ended.
    public let exitCode: Int32
    /// How many new episodes it brought.
    public let added: Int
    /// How many feeds failed.
    public let failed: Int

    /// Makes a record.
    public init(began: Timestamp, ended: Timestamp, exitCode: Int32, added: Int, failed: Int) {
        self.began = began
        self.ended = ended
        self.exitCode = exitCode
        self.added = added
        self.failed = failed
    }

    fileprivate init?(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 5, let code = Int32(exactly: numbers[2]) else { return nil }
        self.init(
            began: Timestamp(secondsSince1970: numbers[0]),
            ended: Timestamp(secondsSince1970: numbers[1]), exitCode: code,
            added: Int(clamping: numbers[3]), failed: Int(clamping: numbers[4]))
    }

    fileprivate var text: String {
        "\(began.secondsSince1970) \(ended.secondsSince1970) \(exitCode) \(added) \(failed)"
    }
}

extension LibraryService {
    /// Remembers how a job went.
    public func record(_ run: RecordedRun, of job: RecordedRun.Job) async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in
            try await store.setState("\(job.rawValue).last", to: run.text)
        }
    }

    /// How a job went the last time; nil where it never ran.
    public func lastRun(of job: RecordedRun.Job) async throws(LibraryError) -> RecordedRun? {
        try await ask { (store) throws(StoreError) in
            try await store.state("\(job.rawValue).last")
        }.flatMap(RecordedRun.init)
    }

    /// This moment by the library's clock.
    public var now: Timestamp { store.now() }
}
