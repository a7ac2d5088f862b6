public import ColumnModel
import SQLiteKit

extension Store {
    /// Takes a named job for a while; false when another owner holds it.
    ///
    /// A killed owner's lease ends by itself, so nothing is ever locked for good.
    public func takeLease(_ name: String, owner: String, for duration: Duration) throws(StoreError)
        -> Bool
    {
        let moment = now()
        return try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO leases (name, owner, expires) VALUES (?1, ?2, ?3)
                ON CONFLICT (name) DO UPDATE SET owner = ?2, expires = ?3
                    WHERE owner = ?2 OR expires <= ?4
                """, name, owner, (moment + duration).secondsSince1970, moment.secondsSince1970)
            return connection.changeCount > 0
        }
    }

    /// Gives a job back.
    public func releaseLease(_ name: String, owner: String) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run("DELETE FROM leases WHERE name = ? AND owner = ?", name, owner)
        }
    }

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
