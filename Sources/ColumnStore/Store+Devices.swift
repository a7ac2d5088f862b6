public import ColumnModel
import SQLiteKit

extension Store {
    /// The server that keeps several devices in step; nil while nobody is logged in.
    public func deviceAccount() throws(StoreError) -> DeviceAccount? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                """
                SELECT url, kind, user, device, actions_since, synced, subscriptions_since
                FROM device_account
                """
            ) { row in
                DeviceAccount(
                    url: row.value(0, default: ""),
                    kind: DeviceAccount.Kind(rawValue: row.value(1, default: "")) ?? .gpodder,
                    user: row.value(2, default: ""), device: row.value(3, default: ""),
                    subscriptionsSince: row.value(6, default: 0),
                    actionsSince: row.value(4, default: 0), synced: row.timestamp(5))
            }
        }
    }

    /// Begins with a server, or with nil ends with the one there was; what was agreed with it before
    /// is forgotten, the library itself stays as it is.
    public func setDeviceAccount(_ account: DeviceAccount?) throws(StoreError) {
        try write(durably: true) { (connection) throws(SQLiteError) in
            for table in ["account", "subscriptions", "states", "outbox", "inbox"] {
                try connection.run("DELETE FROM device_\(table)")
            }
            guard let account else { return }
            // What was downloaded long ago is no news.
            try connection.run(
                """
                INSERT INTO device_account (id, url, kind, user, device, journal_seen)
                VALUES (1, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM journal))
                """, account.url, account.kind.rawValue, account.user, account.device)
        }
    }

    /// Puts what was done to episodes here since the last call into the outbox, and with `all` the
    /// whole state, for a server that has lost it; answers how many actions wait there.
    public func collectDeviceActions(excluding columns: Set<ColumnID>, all: Bool = false)
        throws(StoreError) -> Int
    {
        guard let session = try deviceSession(excluding: columns) else { return 0 }
        return try write(durably: true) { (connection) throws(SQLiteError) in
            _ = try session.collect()
            if all { try session.collectAll() }
            return try connection.firstRow("SELECT count(*) FROM device_outbox") {
                $0.value(0, default: 0)
            } ?? 0
        }
    }

    /// The oldest actions that the server has not taken yet.
    public func deviceOutbox(limit: Int) throws(StoreError) -> [PendingDeviceAction] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT id, podcast, episode, guid, action, at, started, position, total
                FROM device_outbox ORDER BY id LIMIT ?
                """, limit
            ) { row in
                let kind: DeviceAction.Kind =
                    switch row.value(4, default: "") {
                    case "new": .new
                    case "download": .download
                    case "delete": .delete
                    default:
                        .play(
                            started: row.value(6), position: row.value(7, default: 0),
                            total: row.value(8))
                    }
                return PendingDeviceAction(
                    id: row.value(0, default: 0),
                    action: DeviceAction(
                        podcast: row.value(1, default: ""), episode: row.value(2, default: ""),
                        guid: row.value(3), kind: kind,
                        at: row.timestamp(5) ?? Timestamp(secondsSince1970: 0)))
            }
        }
    }

    /// Forgets actions that the server has taken.
    public func removeFromDeviceOutbox(_ actions: [PendingDeviceAction]) throws(StoreError) {
        try write(durably: true) { (connection) throws(SQLiteError) in
            for action in actions {
                try connection.run("DELETE FROM device_outbox WHERE id = ?", action.id)
            }
        }
    }

    /// Merges what other devices did, and notes up to when the server was asked; one transaction.
    ///
    /// - Parameters:
    ///   - misdated: actions whose times cannot be, with times that can: they go to the server again
    ///     with these, so that all devices come to the same.
    ///   - since: the server's time of the answer; nil leaves it as it is.
    public func applyDeviceActions(
        _ actions: [DeviceAction], misdated: [DeviceAction] = [], since: Int64?,
        excluding columns: Set<ColumnID>
    ) throws(StoreError) -> DeviceActionOutcome {
        guard let session = try deviceSession(excluding: columns) else {
            return DeviceActionOutcome()
        }
        var outcome = try write(durably: true) {
            (connection) throws(SQLiteError) -> DeviceActionOutcome in
            if let since {
                try connection.run("UPDATE device_account SET actions_since = ?", since)
            }
            try session.resend(misdated)
            return try session.apply(actions + misdated)
        }
        outcome.misdated = misdated.count
        if outcome.changed > 0 { changes.send(.columns) }
        return outcome
    }

    /// Notes that all went well.
    public func finishDeviceSync() throws(StoreError) {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            try connection.run("UPDATE device_account SET synced = ?", moment.secondsSince1970)
        }
    }

    private func deviceSession(excluding columns: Set<ColumnID>) throws(StoreError)
        -> DeviceSession?
    {
        guard let account = try deviceAccount() else { return nil }
        return DeviceSession(
            connection: connection, moment: now().secondsSince1970,
            keepsLastActionOnly: account.kind.keepsLastActionOnly,
            excluded: Set(columns.map(\.rawValue)))
    }
}
