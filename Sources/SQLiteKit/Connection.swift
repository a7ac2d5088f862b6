import CSQLite
@preconcurrency import Glibc

/// One connection to a database file (`sqlite3_open_v2`); belongs to one thread or actor.
public final class Connection {
    /// How a database is opened.
    public enum Mode: Sendable {
        /// Reads and writes, and makes the file where it is missing.
        case readWrite
        /// Reads only.
        case readOnly
        /// Reads a file that nobody changes meanwhile, without locks and files beside it.
        case immutable
    }

    private let handle: OpaquePointer
    private let path: String
    private var statements: [String: Statement] = [:]

    /// Opens a database; a missing file is made with mode 0600 masked by the process' umask.
    ///
    /// - Parameter busyTimeout: how long a call waits for another process' lock.
    public init(path: String, mode: Mode, busyTimeout: Duration) throws(SQLiteError) {
        var opened: OpaquePointer?
        let access =
            switch mode {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        let name = mode == .immutable ? Self.immutableAddress(of: path) : path
        let code = sqlite3_open_v2(
            name, &opened, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) }
            let systemError = opened.map { sqlite3_system_errno($0) } ?? 0
            sqlite3_close_v2(opened)
            throw SQLiteError(
                code: code, message: message ?? String(cString: sqlite3_errstr(code)),
                systemError: Self.reason(of: code, known: systemError, path: path))
        }
        self.path = path
        handle = opened
        sqlite3_busy_timeout(handle, Int32(busyTimeout / .milliseconds(1)))
        // A hostile database file must not run code through views, triggers or functions.
        _ = column_sqlite_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = column_sqlite_config_int(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = column_sqlite_config_int(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        try check(TextTokenizer.register(with: handle), sql: nil)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// Runs one or more statements without placeholders (`sqlite3_exec`).
    public func execute(script: String) throws(SQLiteError) {
        try check(sqlite3_exec(handle, script, nil, nil, nil), sql: script)
    }

    /// Runs one statement with values for its placeholders; its rows are thrown away.
    public func run(_ sql: String, _ values: any SQLiteBindable...) throws(SQLiteError) {
        try step(sql, values) { (_) throws(SQLiteError) in }
    }

    /// Runs a query and makes a value of each row.
    public func rows<Value>(
        _ sql: String, _ values: any SQLiteBindable...,
        make: (Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        var result: [Value] = []
        try step(sql, values) { (row) throws(SQLiteError) in result.append(try make(row)) }
        return result
    }

    /// Runs a query with its values in an array and makes a value of each row.
    public func rows<Value>(
        _ sql: String, values: [any SQLiteBindable],
        make: (Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        var result: [Value] = []
        try step(sql, values) { (row) throws(SQLiteError) in result.append(try make(row)) }
        return result
    }

    /// Runs a query and makes a value of its first row; nil when there is none.
    public func firstRow<Value>(
        _ sql: String, _ values: any SQLiteBindable...,
        make: (Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        var result: Value?
        try step(sql, values) { (row) throws(SQLiteError) in
            if result == nil {
                result = try make(row)
            }
        }
        return result
    }

    /// How many rows the last INSERT, UPDATE or DELETE changed (`sqlite3_changes`).
    public var changeCount: Int { Int(sqlite3_changes(handle)) }

    /// The row number of the last INSERT (`sqlite3_last_insert_rowid`).
    public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    // MARK: Transactions

    /// Runs a closure in a write transaction (BEGIN IMMEDIATE); an error rolls it back.
    ///
    /// The closure is synchronous, so no transaction is ever open across a suspension.
    public func write<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value, orThrow wrap: (SQLiteError) -> Failure
    ) throws(Failure) -> Value {
        do throws(SQLiteError) { try execute(script: "BEGIN IMMEDIATE") } catch {
            throw wrap(error)
        }
        let value: Value
        do throws(Failure) { value = try body() } catch {
            rollBack()
            throw error
        }
        do throws(SQLiteError) { try execute(script: "COMMIT") } catch {
            rollBack()
            throw wrap(error)
        }
        return value
    }

    /// Runs a closure that sees one snapshot of the database (BEGIN … COMMIT).
    public func read<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try execute(script: "BEGIN")
        defer { rollBack() }
        return try body()
    }

    /// Whether a transaction is open (`sqlite3_get_autocommit`).
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    // MARK: Files

    /// Copies the whole database to another file with the online backup API, while in use.
    ///
    /// - Parameter isCancelled: asked between the steps; where it answers true, the other file is
    ///   as it was before, and the error is SQLITE_INTERRUPT.
    public func backUp(to path: String, isCancelled: () -> Bool = { false }) throws(SQLiteError) {
        let target = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(5))
        // A snapshot held open, so that no writer between two steps makes the copy begin anew.
        try read { () throws(SQLiteError) in
            try run("SELECT count(*) FROM sqlite_schema")
            guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
                throw target.lastError(sql: nil)
            }
            var code = SQLITE_OK
            while code == SQLITE_OK {
                code = isCancelled() ? SQLITE_INTERRUPT : sqlite3_backup_step(backup, 4_096)
            }
            sqlite3_backup_finish(backup)
            guard code == SQLITE_DONE else {
                // What fails is nearly always the writing of the copy, so its folder tells why.
                throw SQLiteError(
                    code: code, message: String(cString: sqlite3_errstr(code)),
                    systemError: Self.reason(of: code, known: 0, path: path))
            }
        }
    }
}

extension Connection {
    private func step(
        _ sql: String, _ values: [any SQLiteBindable], _ body: (Row) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        let statement = try prepare(sql)
        statement.isBusy = true
        defer { statement.reset() }
        try check(statement.bind(values), sql: sql)
        while true {
            let code = sqlite3_step(statement.handle)
            switch code {
            case SQLITE_ROW: try body(Row(handle: statement.handle))
            case SQLITE_DONE: return
            default: throw lastError(sql: sql, code: code)
            }
        }
    }

    private func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        if let kept = statements[sql], !kept.isBusy {
            return kept
        }
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw lastError(sql: sql, code: code) }
        let statement = Statement(handle: prepared, sql: sql)
        if statements[sql] == nil {
            statements[sql] = statement
        }
        return statement
    }

    private func rollBack() {
        // After some errors SQLite has already rolled back; then there is nothing to do.
        if isInTransaction {
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
        }
    }

    private func check(_ code: Int32, sql: String?) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw lastError(sql: sql, code: code) }
    }

    private func lastError(sql: String?, code: Int32? = nil) -> SQLiteError {
        let systemError = sqlite3_system_errno(handle)
        let code = code ?? sqlite3_extended_errcode(handle)
        return SQLiteError(
            code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql,
            systemError: Self.reason(of: code, known: systemError, path: path))
    }

    /// The errno behind a code about files.
    ///
    /// SQLite does not always know it: after a failed fsync its own clearing up has changed errno,
    /// and a journal that cannot be made for want of space gives SQLITE_READONLY. Then a file of
    /// ours in the same folder tells.
    private static func reason(of code: Int32, known: Int32, path: String) -> Int32 {
        let primary = code & 0xFF
        guard primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN || primary == SQLITE_READONLY
        else { return known }
        if [ENOSPC, EDQUOT, EIO, EROFS].contains(known) { return known }
        return FolderProbe.errorOfWriting(beside: path) ?? known
    }

    /// The URI of a file that nobody changes (https://sqlite.org/uri.html).
    private static func immutableAddress(of path: String) -> String {
        var address = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
                address += "%" + String(byte, radix: 16)
            default: address.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return address + "?immutable=1"
    }
}
