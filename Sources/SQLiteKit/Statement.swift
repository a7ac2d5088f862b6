import CSQLite

/// A prepared statement; made and kept by its connection.
final class Statement {
    let handle: OpaquePointer
    let sql: String
    /// Set while rows are read, so that a nested use of the same text gets a statement of its own.
    var isBusy = false

    init(handle: OpaquePointer, sql: String) {
        self.handle = handle
        self.sql = sql
    }

    deinit {
        sqlite3_finalize(handle)
    }

    func bind(_ values: [any SQLiteBindable]) -> Int32 {
        for (offset, value) in values.enumerated() {
            let code = value.bind(to: handle, at: Int32(offset) + 1)
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        isBusy = false
    }
}

/// The row on which a query stands; valid only inside the closure that gets it.
public struct Row {
    let handle: OpaquePointer

    /// Reads a column, counted from 0, as a type; nil when it is NULL.
    public func value<Value: SQLiteReadable>(_ index: Int, as _: Value.Type = Value.self)
        -> Value?
    {
        Value.read(from: handle, at: Int32(index))
    }

    /// Reads a column that the schema declares NOT NULL; the fallback stands for a damaged row.
    public func value<Value: SQLiteReadable>(_ index: Int, default fallback: Value) -> Value {
        Value.read(from: handle, at: Int32(index)) ?? fallback
    }
}
