public import ColumnModel
import SQLiteKit

extension Store {
    /// The column that holds what was played by its address; nobody is subscribed to it.
    private static let streamsURL = "column:streams"

    /// Keeps an address of audio as an episode, so that its place is remembered; subscribes to nothing.
    ///
    /// - Parameter title: what to call it where it is new.
    public func addStream(_ url: String, title: String) throws(StoreError) -> EpisodeID {
        let moment = now()
        let id = try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO columns (url, original_url, title, added, removed)
                VALUES (?1, ?1, 'Streams', ?2, ?2) ON CONFLICT (url) DO NOTHING
                """, Self.streamsURL, moment.secondsSince1970)
            let known = try connection.firstRow(
                """
                SELECT e.id FROM episodes e JOIN enclosures x ON x.episode_id = e.id
                JOIN columns c ON c.id = e.column_id WHERE c.url = ? AND x.url = ?
                """, Self.streamsURL, url
            ) { $0.value(0, default: Int64(0)) }
            if let known { return known }
            // Its keys are for merges of a feed, and it is in none.
            try connection.run(
                """
                INSERT INTO episodes (column_id, title_key, content_hash, title, first_seen)
                SELECT id, 0, 0, ?2, ?3 FROM columns WHERE url = ?1
                """, Self.streamsURL, title, moment.secondsSince1970)
            let id = connection.lastInsertedRow
            try connection.run(
                "INSERT INTO enclosures (episode_id, ordinal, url) VALUES (?, 0, ?)", id, url)
            let column = try connection.firstRow(
                "SELECT column_id FROM episodes WHERE id = ?", id
            ) { $0.value(0, default: Int64(0)) }
            if let column { try ColumnCounts.add(1, to: column, connection) }
            return id
        }
        changes.send(.columns)
        return EpisodeID(rawValue: id)
    }
}
