public import ColumnModel
import SQLiteKit

extension Store {
    /// The paragraph of an article at which reading goes on, from 0; nil where none was kept.
    public func readPlace(of id: EpisodeID) throws(StoreError) -> Int? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT place FROM readings WHERE episode_id = ?", id.rawValue
            ) { $0.value(0, default: 0) }
        }
    }

    /// Keeps the paragraph at which reading goes on, from 0.
    public func setReadPlace(_ place: Int, of id: EpisodeID) throws(StoreError) {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO readings (episode_id, place, updated)
                SELECT id, ?2, ?3 FROM episodes WHERE id = ?1
                ON CONFLICT DO UPDATE SET place = ?2, updated = ?3
                """, id.rawValue, max(0, place), moment.secondsSince1970)
        }
        changes.send(.position(id))
    }

    /// Marks articles as read or not; a read one without audio is no longer new, and starts anew.
    public func mark(_ ids: [EpisodeID], read isRead: Bool, cause: String) throws(StoreError) {
        let moment = now()
        try write(durably: true) { (connection) throws(SQLiteError) in
            let journal = try Journal(connection, at: moment, by: .user)
            for id in ids {
                let before = try connection.firstRow(
                    """
                    SELECT r.read, e.is_new FROM episodes e
                    LEFT JOIN readings r ON r.episode_id = e.id WHERE e.id = ?
                    """, id.rawValue
                ) { PlayedMark(played: $0.value(0), isNew: $0.value(1, default: false)) }
                guard let before, (before.played != nil) != isRead else { continue }
                try Self.setRead(isRead ? moment.secondsSince1970 : nil, id.rawValue, connection)
                try connection.run(
                    """
                    UPDATE episodes SET is_new = 0 WHERE id = ?1 AND ?2
                        AND NOT EXISTS (SELECT 1 FROM enclosures WHERE episode_id = ?1)
                    """, id.rawValue, isRead)
                try journal.write(
                    .episode, id.rawValue, isRead ? "read" : "unread", cause: cause,
                    before: before.text)
            }
        }
        for id in ids { changes.send(.position(id)) }
    }

    /// Sets when an article was read, or that it was not; its place is the beginning then.
    static func setRead(_ read: Int64?, _ id: Int64, _ connection: Connection) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO readings (episode_id, read, updated)
            SELECT id, ?2, coalesce(?2, first_seen) FROM episodes WHERE id = ?1
            ON CONFLICT DO UPDATE SET read = ?2, place = 0
            """, id, read)
    }
}

extension Store {
    /// The number of the newest episode; 0 where there is none.
    public func newestEpisode() throws(StoreError) -> EpisodeID {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow("SELECT coalesce(max(id), 0) FROM episodes") {
                EpisodeID(rawValue: $0.value(0, default: 0))
            } ?? EpisodeID(rawValue: 0)
        }
    }

    /// The new episodes that came after another, in the order of their coming.
    public func newEpisodes(after last: EpisodeID) throws(StoreError) -> [EpisodeID] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                "SELECT id FROM episodes WHERE id > ? AND is_new ORDER BY id", last.rawValue
            ) { EpisodeID(rawValue: $0.value(0, default: 0)) }
        }
    }
}
