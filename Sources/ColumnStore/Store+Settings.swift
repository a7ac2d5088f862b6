public import ColumnModel
import SQLiteKit

extension Store {
    /// The settings of one column, by key.
    public func settings(of column: ColumnID) throws(StoreError) -> [String: String] {
        try read { (connection) throws(SQLiteError) in
            let rows = try connection.rows(
                "SELECT key, value FROM settings WHERE column_id = ?", column.rawValue
            ) { row in (row.value(0, default: ""), row.value(1, default: "")) }
            return Dictionary(rows) { _, last in last }
        }
    }

    /// Sets or, with nil, unsets a column's setting; the caller has checked the value.
    public func set(_ key: String, to value: String?, for column: ColumnID) throws(StoreError) {
        try write(durably: true) { (connection) throws(SQLiteError) in
            if let value {
                try connection.run(
                    """
                    INSERT INTO settings (column_id, key, value) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET value = excluded.value
                    """, column.rawValue, key, value)
            } else {
                try connection.run(
                    "DELETE FROM settings WHERE column_id = ? AND key = ?", column.rawValue, key)
            }
        }
        changes.send(.columns)
    }

    /// A single value that the program remembers.
    public func state(_ key: String) throws(StoreError) -> String? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow("SELECT value FROM state WHERE key = ?", key) {
                $0.value(0, default: "")
            }
        }
    }

    /// Remembers a single value, or forgets it with nil.
    public func setState(_ key: String, to value: String?) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            if let value {
                try connection.run(
                    """
                    INSERT INTO state (key, value) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET value = excluded.value
                    """, key, value)
            } else {
                try connection.run("DELETE FROM state WHERE key = ?", key)
            }
        }
    }
}
