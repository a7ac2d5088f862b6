public import ColumnModel
import SQLiteKit

extension Store {
    /// All columns to which the user is subscribed, in the order of their numbers.
    public func columns() throws(StoreError) -> [Column] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                Self.columnQuery + " WHERE c.removed IS NULL ORDER BY c.id",
                make: Self.column(from:))
        }
    }

    /// One column, also a removed one.
    public func column(_ id: ColumnID) throws(StoreError) -> Column? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                Self.columnQuery + " WHERE c.id = ?", id.rawValue, make: Self.column(from:))
        }
    }

    /// Subscribes to a feed; answers the column that is there already, if it is.
    ///
    /// - Parameters:
    ///   - url: the feed's address without credentials.
    ///   - title: what to call it until the feed says its title.
    public func addColumn(url: String, title: String? = nil, cause: String = "add")
        throws(StoreError) -> (id: ColumnID, isNew: Bool)
    {
        try addColumns([(url, title)], cause: cause).first ?? (ColumnID(rawValue: 0), false)
    }

    /// Subscribes to several feeds in one transaction; answers each column, in the same order.
    public func addColumns(_ feeds: [(url: String, title: String?)], cause: String = "add")
        throws(StoreError) -> [(id: ColumnID, isNew: Bool)]
    {
        let moment = now()
        let results = try write(durably: true) { (connection) throws(SQLiteError) in
            // All of one list are taken back together.
            let journal = try Journal(connection, at: moment, by: .user)
            var results: [(id: ColumnID, isNew: Bool)] = []
            for (url, title) in feeds {
                results.append(
                    try Self.subscribe(url, title, cause: cause, at: moment, journal, connection))
            }
            return results
        }
        changes.send(.columns)
        return results
    }

    /// Subscribes inside an open transaction.
    static func subscribe(
        _ url: String, _ title: String?, cause: String, at moment: Timestamp, _ journal: Journal,
        _ connection: Connection
    ) throws(SQLiteError) -> (id: ColumnID, isNew: Bool) {
        let known = try connection.firstRow(
            "SELECT id, removed IS NOT NULL FROM columns WHERE url = ?1 OR original_url = ?1",
            url
        ) { row in
            (row.value(0, default: Int64(0)), row.value(1, default: false))
        }
        if let (id, isRemoved) = known {
            if isRemoved {
                try connection.run("UPDATE columns SET removed = NULL WHERE id = ?", id)
                try connection.run("UPDATE feed_states SET is_stopped = 0 WHERE column_id = ?", id)
                try journal.write(.column, id, "subscribed", cause: cause)
            }
            return (id: ColumnID(rawValue: id), isNew: isRemoved)
        }
        try connection.run(
            "INSERT INTO columns (url, original_url, title, added) VALUES (?1, ?1, ?2, ?3)",
            url, title ?? url, moment.secondsSince1970)
        let id = connection.lastInsertedRow
        try connection.run("INSERT INTO feed_states (column_id) VALUES (?)", id)
        try journal.write(.column, id, "subscribed", cause: cause)
        return (id: ColumnID(rawValue: id), isNew: true)
    }

    /// Unsubscribes; downloaded and liked episodes stay, and all can be taken back.
    public func removeColumn(_ id: ColumnID) throws(StoreError) {
        let moment = now()
        try write(durably: true) { (connection) throws(SQLiteError) in
            try connection.run(
                "UPDATE columns SET removed = ? WHERE id = ? AND removed IS NULL",
                moment.secondsSince1970, id.rawValue)
            guard connection.changeCount > 0 else { return }
            try Journal(connection, at: moment, by: .user).write(
                .column, id.rawValue, "removed", cause: "remove")
        }
        changes.send(.columns)
    }

    /// Deletes a column with all its episodes; answers the media files that are now nobody's.
    public func purgeColumn(_ id: ColumnID) throws(StoreError) -> [String] {
        let moment = now()
        let files = try write(durably: true) { (connection) throws(SQLiteError) in
            let files = try connection.rows(
                """
                SELECT coalesce(a.file, e.id || '.part') FROM audio a
                JOIN episodes e ON e.id = a.episode_id WHERE e.column_id = ?
                """, id.rawValue
            ) { $0.value(0, default: "") }
            let title = try connection.firstRow(
                "SELECT title FROM columns WHERE id = ?", id.rawValue
            ) { $0.value(0, default: "") }
            let index = try SearchIndex(connection)
            try index.removeAll(ofColumn: id.rawValue)
            try connection.run("DELETE FROM columns WHERE id = ?", id.rawValue)
            try Journal(connection, at: moment, by: .user).write(
                .column, id.rawValue, "purged", cause: "remove --purge", before: title)
            return files
        }
        changes.send(.columns)
        return files
    }
}

extension Store {
    static let columnQuery = """
        SELECT c.id, c.url, c.title, c.author, c.summary, c.link, c.language, c.image_url, c.added,
            coalesce(n.episodes, 0), coalesce(n.episodes - n.played, 0),
            f.checked, f.succeeded, f.not_before, f.is_stopped, f.held_count,
            f.failure_code, f.failure_status, f.failure_url, f.failure_detail, c.is_serial
        FROM columns c LEFT JOIN feed_states f ON f.column_id = c.id
            LEFT JOIN column_counts n ON n.column_id = c.id
        """

    static func column(from row: Row) -> Column {
        Column(
            id: ColumnID(rawValue: row.value(0, default: 0)), url: row.value(1, default: ""),
            title: row.value(2, default: ""), author: row.value(3), summary: row.value(4),
            link: row.value(5), language: row.value(6), imageURL: row.value(7),
            isSerial: row.value(20, default: false),
            added: Timestamp(secondsSince1970: row.value(8, default: 0)),
            episodeCount: row.value(9, default: 0), unplayedCount: row.value(10, default: 0),
            sync: SyncStatus(
                checked: row.timestamp(11), succeeded: row.timestamp(12),
                notBefore: row.timestamp(13), failure: Failure.read(from: row, at: 16),
                isStopped: row.value(14, default: false), heldCount: row.value(15)))
    }
}

extension Row {
    /// Reads seconds since 1970; nil when NULL.
    func timestamp(_ index: Int) -> Timestamp? {
        value(index, as: Int64.self).map(Timestamp.init(secondsSince1970:))
    }

    /// Reads milliseconds; nil when NULL.
    func duration(_ index: Int) -> Duration? {
        value(index, as: Int64.self).map { Duration.milliseconds($0) }
    }
}

extension Duration {
    /// The whole milliseconds, rounded down; how the store keeps lengths of time.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000).partialValue
            &+ attoseconds / 1_000_000_000_000_000
    }
}
