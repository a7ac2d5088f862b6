public import ColumnModel
import SQLiteKit

extension Store {
    /// All bookmarks, or those of one episode, in the order of their making.
    public func bookmarks(of episode: EpisodeID? = nil) throws(StoreError) -> [Bookmark] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT id, episode_id, position, note, created FROM bookmarks
                WHERE ?1 IS NULL OR episode_id = ?1 ORDER BY id
                """, episode?.rawValue
            ) { row in
                Bookmark(
                    id: row.value(0, default: 0),
                    episode: EpisodeID(rawValue: row.value(1, default: 0)),
                    position: row.duration(2) ?? .zero, note: row.value(3),
                    created: row.timestamp(4) ?? Timestamp(secondsSince1970: 0))
            }
        }
    }

    /// Keeps a place; answers its number.
    ///
    /// Throws `StoreError.notFound` without the episode.
    public func addBookmark(at position: Duration, in episode: EpisodeID, note: String?)
        throws(StoreError) -> Int64
    {
        let moment = now()
        let id = try write(durably: true) { (connection) throws(SQLiteError) -> Int64? in
            try connection.run(
                """
                INSERT INTO bookmarks (episode_id, position, note, created)
                SELECT id, ?2, ?3, ?4 FROM episodes WHERE id = ?1
                """, episode.rawValue, max(0, position.wholeMilliseconds), note,
                moment.secondsSince1970)
            guard connection.changeCount > 0 else { return nil }
            let id = connection.lastInsertedRow
            try Journal(connection, at: moment, by: .user).write(
                .episode, episode.rawValue, "bookmarked", cause: "bookmark", after: String(id))
            return id
        }
        guard let id else { throw .notFound }
        changes.send(.position(episode))
        return id
    }

    /// Takes a bookmark away; false where it is not there.
    public func removeBookmark(_ id: Int64) throws(StoreError) -> Bool {
        try write(durably: true) { (connection) throws(SQLiteError) in
            try connection.run("DELETE FROM bookmarks WHERE id = ?", id)
            return connection.changeCount > 0
        }
    }
}
