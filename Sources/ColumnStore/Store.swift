public import ColumnModel
@preconcurrency import Glibc
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
    public nonisolated let now: @Sendable () -> Timestamp

    /// Why this store takes no changes; nil where it does.
    public nonisolated let writeRefusal: StoreError?

    private nonisolated let executor: ThreadExecutor
    let connection: Connection
    let changes = ChangeStream()

    /// The actor runs on its own thread, since SQLite blocks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the library and brings it to this program's version; makes a missing file.
    ///
    /// What cannot be opened for writing is opened for reading: on a full disk or on a file system
    /// that may only be read, what is there stays usable; `writeRefusal` tells why.
    ///
    /// - Parameters:
    ///   - path: the database file; its folder must be there.
    ///   - busyTimeout: how long a call waits for another process' lock before `StoreError.busy`.
    ///   - now: the clock.
    ///   - backupPath: names the file to which a library of an earlier form is copied before it
    ///     is changed; without a copy it stays as it is. Its folder must be there.
    public init(
        path: String, busyTimeout: Duration = .seconds(10),
        now: @escaping @Sendable () -> Timestamp = Timestamp.current,
        backupPath: (@Sendable () -> String)? = nil
    ) throws(StoreError) {
        try self.init(
            path: path, busyTimeout: busyTimeout, migrations: Migrator.all, backupPath: backupPath,
            now: now)
    }

    init(
        path: String, busyTimeout: Duration = .seconds(10), migrations: [Migrator.Migration],
        backupPath: (@Sendable () -> String)?,
        now: @escaping @Sendable () -> Timestamp = Timestamp.current
    ) throws(StoreError) {
        self.path = path
        self.now = now
        executor = ThreadExecutor(name: "store")
        let opened = try Self.open(
            path, busyTimeout,
            Migrator(migrations: migrations, path: path, backupPath: backupPath))
        connection = opened.connection
        writeRefusal = opened.refusal
    }

    private static func open(_ path: String, _ busyTimeout: Duration, _ migrator: Migrator)
        throws(StoreError) -> (connection: Connection, refusal: StoreError?)
    {
        let refusal: StoreError
        let detail: String
        do throws(SQLiteError) {
            let connection = try Connection(
                path: path, mode: .readWrite, busyTimeout: busyTimeout)
            for pragma in pragmas { try connection.execute(script: "PRAGMA \(pragma)") }
            switch Result(catching: { () throws(StoreError) in try migrator.migrate(connection) }) {
            case .success: return (connection, nil)
            case .failure(let error): (refusal, detail) = (error, "\(error)")
            }
        } catch {
            (refusal, detail) = (StoreError(error), error.message)
        }
        guard refusal == .readOnly || refusal == .diskFull else { throw refusal }
        // Without a log beside it the file holds all, and nobody writes it.
        let modes: [Connection.Mode] =
            hasLog(path) ? [.readOnly] : [.readOnly, .immutable]
        for mode in modes {
            guard
                let connection = try? Connection(path: path, mode: mode, busyTimeout: busyTimeout),
                let version = try? migrator.version(of: connection)
            else { continue }
            guard version == migrator.known else {
                throw version > migrator.known
                    ? .newerSchema(path: path, found: version, known: migrator.known) : refusal
            }
            return (connection, refusal)
        }
        throw refusal == .diskFull ? refusal : .cannotOpen(path: path, detail: detail)
    }

    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
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
        if let writeRefusal { throw writeRefusal }
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
            let counts = try connection.rows(
                """
                SELECT c.id FROM columns c LEFT JOIN column_counts n ON n.column_id = c.id
                WHERE coalesce(n.episodes, 0) <> (SELECT count(*) FROM episodes e WHERE e.column_id = c.id)
                    OR coalesce(n.played, 0) <> (SELECT count(e.played) FROM episodes e WHERE e.column_id = c.id)
                """
            ) { "the counts of column \($0.value(0, default: Int64(0))) are wrong" }
            return pages.filter { $0 != "ok" } + keys + counts
        }
    }

    /// What the clock of this store shows.
    public nonisolated var currentTime: Timestamp { now() }

    /// When the first recorded change was made; nil for an empty library.
    public func firstChange() throws(StoreError) -> Timestamp? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow("SELECT at FROM journal ORDER BY id LIMIT 1") {
                $0.timestamp(0)
            } ?? nil
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
