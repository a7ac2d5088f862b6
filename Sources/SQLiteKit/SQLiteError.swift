/// A failed SQLite call, with the facts; bound values never stand in it.
public struct SQLiteError: Error, Equatable {
    /// The extended result code, as `SQLITE_BUSY_SNAPSHOT`; see sqlite3.h.
    public let code: Int32
    /// SQLite's own sentence (`sqlite3_errmsg`).
    public let message: String
    /// The statement's text with its placeholders, where there was one.
    public let sql: String?

    /// The errno behind an I/O error (`sqlite3_system_errno`); 0 where there was none.
    public let systemError: Int32

    /// The result code without its extension, as `SQLITE_BUSY`.
    public var primaryCode: Int32 { code & 0xFF }

    /// Makes an error from SQLite's facts.
    public init(code: Int32, message: String, sql: String? = nil, systemError: Int32 = 0) {
        self.code = code
        self.message = message
        self.sql = sql
        self.systemError = systemError
    }
}
