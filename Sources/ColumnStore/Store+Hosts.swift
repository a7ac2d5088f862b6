public import ColumnModel
import SQLiteKit

extension Store {
    /// Until when a host wants to be left alone; nil when it does not.
    public func notBefore(ofHost host: String) throws(StoreError) -> Timestamp? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow("SELECT not_before FROM hosts WHERE host = ?", host) {
                $0.timestamp(0)
            } ?? nil
        }
    }

    /// Remembers until when a host wants to be left alone (Retry-After), across runs.
    public func setNotBefore(_ moment: Timestamp, ofHost host: String) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO hosts (host, not_before) VALUES (?1, ?2)
                ON CONFLICT (host) DO UPDATE SET not_before = max(not_before, ?2)
                """, host, moment.secondsSince1970)
        }
    }
}
