import CSQLite

/// A type that can be bound to a statement's placeholder.
public protocol SQLiteBindable {
    /// Binds the value at a placeholder, counted from 1; answers SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

/// A type that can be read from a result column.
public protocol SQLiteReadable {
    /// Reads the value of a column, counted from 0; nil when it is NULL.
    static func read(from statement: OpaquePointer, at index: Int32) -> Self?
}

extension Int64: SQLiteBindable, SQLiteReadable {
    /// Binds with `sqlite3_bind_int64`.
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self)
    }

    /// Reads with `sqlite3_column_int64`.
    public static func read(from statement: OpaquePointer, at index: Int32) -> Int64? {
        guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
        return sqlite3_column_int64(statement, index)
    }
}

extension Int: SQLiteBindable, SQLiteReadable {
    /// Binds with `sqlite3_bind_int64`.
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, Int64(self))
    }

    /// Reads with `sqlite3_column_int64`; nil also where it does not fit.
    public static func read(from statement: OpaquePointer, at index: Int32) -> Int? {
        Int64.read(from: statement, at: index).flatMap(Int.init(exactly:))
    }
}

extension Double: SQLiteBindable, SQLiteReadable {
    /// Binds with `sqlite3_bind_double`.
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_double(statement, index, self)
    }

    /// Reads with `sqlite3_column_double`.
    public static func read(from statement: OpaquePointer, at index: Int32) -> Double? {
        guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
        return sqlite3_column_double(statement, index)
    }
}

extension Bool: SQLiteBindable, SQLiteReadable {
    /// Binds 1 or 0.
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        sqlite3_bind_int64(statement, index, self ? 1 : 0)
    }

    /// Reads anything but 0 as true.
    public static func read(from statement: OpaquePointer, at index: Int32) -> Bool? {
        Int64.read(from: statement, at: index).map { $0 != 0 }
    }
}

extension String: SQLiteBindable, SQLiteReadable {
    /// Binds a copy as UTF-8 with `sqlite3_bind_text64`.
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var copy = self
        return copy.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty string has no address to give; SQLite would read that as NULL.
                guard let start = characters.baseAddress else {
                    return sqlite3_bind_text(statement, index, "", 0, column_sqlite_transient())
                }
                return sqlite3_bind_text64(
                    statement, index, start, UInt64(characters.count), column_sqlite_transient(),
                    UInt8(SQLITE_UTF8))
            }
        }
    }

    /// Reads UTF-8 with `sqlite3_column_text`; broken sequences are replaced.
    public static func read(from statement: OpaquePointer, at index: Int32) -> String? {
        guard let text = sqlite3_column_text(statement, index) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }
}

extension [UInt8]: SQLiteBindable, SQLiteReadable {
    /// Binds a copy as a blob with `sqlite3_bind_blob64`.
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_zeroblob(statement, index, 0)
            }
            return sqlite3_bind_blob64(
                statement, index, start, UInt64(bytes.count), column_sqlite_transient())
        }
    }

    /// Reads a blob with `sqlite3_column_blob`.
    public static func read(from statement: OpaquePointer, at index: Int32) -> [UInt8]? {
        guard sqlite3_column_type(statement, index) != SQLITE_NULL else { return nil }
        let count = Int(sqlite3_column_bytes(statement, index))
        guard count > 0, let start = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension Optional: SQLiteBindable where Wrapped: SQLiteBindable {
    /// Binds NULL for nil.
    public func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .some(let value): value.bind(to: statement, at: index)
        case .none: sqlite3_bind_null(statement, index)
        }
    }
}
