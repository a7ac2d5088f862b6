public import ColumnModel
import SQLiteKit
import ThreadKit

/// The library: base data from network and disk, on a thread of its own.
///
/// Several stores may be open on one file, in one process or many. Every call is one short
/// transaction; none is open across a suspension.
public actor Store {
    /// Where the database file lies.
    public nonisolated let path: String
    /// Tells the time; tests give their own.
    nonisolated let now: @Sendable () -> Timestamp

    private nonisolated let executor: ThreadExecutor
    let connection: Connection
    let changes = ChangeStream()

    /// The actor runs on its own thread, since SQLite blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the library and brings it to this program's version; makes a missing file.
    ///
    /// - Parameters:
    ///   - path: the database file; its folder must be there.
    ///   - busyTimeout: how long a call waits for another process' lock before `StoreError.busy`.
    ///   - now: the clock.
    public init(
        path: String, busyTimeout: Duration = .seconds(10),
        now: @escaping @Sendable () -> Timestamp = Timestamp.current
    ) throws(StoreError) {
        self.path = path
        self.now = now
        executor = ThreadExecutor(name: "store")
        let connection: Connection
        do throws(SQLiteError) {
            connection = try Connection(path: path, mode: .readWrite, busyTimeout: busyTimeout)
        } catch {
            throw .cannotOpen(path: path, detail: error.message)
        }
        self.connection = connection
        do throws(SQLiteError) {
            for pragma in Self.pragmas {
                try connection.execute(script: "PRAGMA \(pragma)")
            }
        } catch {
            throw StoreError(error)
        }
        try Migrator(migrations: Migrator.all, path: path).migrate(connection)
    }

    // WAL lets readers and one writer go on beside each other; NORMAL keeps the file whole after
    // a power cut and may lose only the last commits (https://sqlite.org/wal.html). What must not
    // be lost is asked for with `write(durably:)`.
    private static let pragmas = [
        "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "cache_size = -8000",
        "temp_store = MEMORY", "journal_size_limit = 16777216",
    ]
}

extension Store {
    /// Runs a closure in a write transaction; its errors roll it back.
    func write<Value>(
        durably: Bool = false,
        _ body: (Connection) throws(SQLiteError) -> Value
    ) throws(StoreError) -> Value {
        do throws(SQLiteError) {
            if durably {
                try connection.execute(script: "PRAGMA synchronous = FULL")
            }
            defer {
                if durably {
                    try? connection.execute(script: "PRAGMA synchronous = NORMAL")
                }
            }
            return try connection.write { () throws(SQLiteError) in
                try body(connection)
            } orThrow: {
                $0
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs a closure that sees one snapshot.
    func read<Value>(_ body: (Connection) throws(SQLiteError) -> Value) throws(StoreError)
        -> Value
    {
        do throws(SQLiteError) {
            return try connection.read { () throws(SQLiteError) in try body(connection) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Every fault that SQLite and the foreign keys show; empty when the library is sound.
    public func integrityFaults() throws(StoreError) -> [String] {
        try read { (connection) throws(SQLiteError) in
            let pages = try connection.rows("PRAGMA integrity_check") { $0.value(0, default: "") }
            let keys = try connection.rows("PRAGMA foreign_key_check") { row in
                "row \(row.value(1, default: Int64(0))) of \(row.value(0, default: "?"))"
                    + " refers to nothing in \(row.value(2, default: "?"))"
            }
            return pages.filter { $0 != "ok" } + keys
        }
    }

    /// Whether there is any episode, also of a removed column.
    public func holdsEpisodes() throws(StoreError) -> Bool {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow("SELECT 1 FROM episodes LIMIT 1") { _ in true } ?? false
        }
    }

    /// Copies the whole library to another file while both are in use (SQLite's backup API); stops
    /// where the task is cancelled.
    public func backUp(to path: String) throws(StoreError) {
        do throws(SQLiteError) {
            try connection.backUp(to: path) { Task.isCancelled }
        } catch {
            throw StoreError(error)
        }
    }
}
