public import ColumnModel
import SQLiteKit

extension Store {
    /// The subscriptions on which the library and the server last agreed.
    public func deviceSubscriptions() throws(StoreError) -> [DeviceSubscription] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows("SELECT url, column_id FROM device_subscriptions ORDER BY url") {
                DeviceSubscription(
                    url: $0.value(0, default: ""),
                    column: ColumnID(rawValue: $0.value(1, default: 0)))
            }
        }
    }

    /// Columns to which the user subscribed again after the last sync with the server.
    public func columnsSubscribedSinceDeviceSync() throws(StoreError) -> Set<ColumnID> {
        try read { (connection) throws(SQLiteError) in
            Set(
                try connection.rows(
                    """
                    SELECT DISTINCT object_id FROM journal WHERE object = 'column'
                        AND change = 'subscribed' AND actor = 'user'
                        AND at > (SELECT coalesce(synced, 0) FROM device_account)
                    """
                ) { ColumnID(rawValue: $0.value(0, default: 0)) })
        }
    }

    /// Notes on which subscriptions library and server agree now, and on which no longer.
    public func agreeOnDeviceSubscriptions(
        _ agreed: [DeviceSubscription], without urls: [String] = []
    ) throws(StoreError) {
        try write(durably: true) { (connection) throws(SQLiteError) in
            for url in urls {
                try connection.run("DELETE FROM device_subscriptions WHERE url = ?", url)
            }
            for one in agreed { try Self.agree(one, connection) }
        }
    }

    /// Notes up to which time of the server's all removals were read and done.
    public func noteDeviceSubscriptions(upTo time: Int64) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run("UPDATE device_account SET subscriptions_since = ?", time)
        }
    }

    /// Subscribes to what other devices subscribed to; all of it is one change that can be taken back.
    ///
    /// - Parameter feeds: addresses as the server writes them, and as they are fetched.
    public func addDeviceColumns(_ feeds: [(serverURL: String, url: String)]) throws(StoreError)
        -> [ColumnID]
    {
        let moment = now()
        let added = try write(durably: true) { (connection) throws(SQLiteError) -> [ColumnID] in
            let journal = try Journal(connection, at: moment, by: .device)
            var added: [ColumnID] = []
            for feed in feeds {
                let (id, isNew) = try Self.subscribe(
                    feed.url, nil, cause: "on another device", at: moment, journal, connection)
                if isNew { added.append(id) }
                try Self.agree(
                    DeviceSubscription(url: feed.serverURL, column: id), connection)
            }
            return added
        }
        changes.send(.columns)
        return added
    }

    /// Unsubscribes from what other devices unsubscribed from; all of it is one change that can be
    /// taken back.
    public func removeDeviceColumns(_ subscriptions: [DeviceSubscription]) throws(StoreError) {
        let moment = now()
        try write(durably: true) { (connection) throws(SQLiteError) in
            let journal = try Journal(connection, at: moment, by: .device)
            for one in subscriptions {
                try connection.run(
                    "DELETE FROM device_subscriptions WHERE url = ?", one.url)
                try connection.run(
                    "UPDATE columns SET removed = ? WHERE id = ? AND removed IS NULL",
                    moment.secondsSince1970, one.column.rawValue)
                guard connection.changeCount > 0 else { continue }
                try journal.write(
                    .column, one.column.rawValue, "removed", cause: "on another device")
            }
        }
        changes.send(.columns)
    }

    /// A column is agreed on under one address only: the last that the server gave.
    private static func agree(_ one: DeviceSubscription, _ connection: Connection)
        throws(SQLiteError)
    {
        try connection.run(
            "DELETE FROM device_subscriptions WHERE column_id = ?", one.column.rawValue)
        try connection.run(
            "INSERT OR REPLACE INTO device_subscriptions (url, column_id) VALUES (?, ?)", one.url,
            one.column.rawValue)
    }
}
