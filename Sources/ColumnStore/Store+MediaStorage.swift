public import ColumnModel
import SQLiteKit

/// An episode whose audio takes room on disk, with what decides whether it may go.
public struct StoredMedia: Sendable, Equatable {
    /// The episode.
    public let episode: EpisodeID
    /// Its column.
    public let column: ColumnID
    /// Its title.
    public let title: String
    /// The file's name in the media folder, or in its trash; nil while bytes are missing.
    public let file: String?
    /// How many bytes it takes.
    public let bytes: Int64
    /// The state of its audio.
    public let state: AudioState
    /// When it came out, or was first seen.
    public let published: Timestamp
    /// When the download was complete.
    public let completed: Timestamp?
    /// When it was moved to the trash.
    public let trashed: Timestamp?
    /// The SHA-256 that was recorded.
    public let sha256: [UInt8]?
    /// When it was played to its end or marked so.
    public let played: Timestamp?
    /// Whether the user likes it, has it in the queue, or has begun and not ended it.
    public let isProtected: Bool
}

extension Store {
    /// All audio that takes room on disk, the oldest publication first.
    public func storedMedia() throws(StoreError) -> [StoredMedia] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT e.id, e.column_id, e.title, a.file, a.bytes, a.state,
                    coalesce(e.published, e.first_seen), a.completed, a.trashed, a.sha256, e.played,
                    e.liked IS NOT NULL
                        OR EXISTS (SELECT 1 FROM queue q WHERE q.episode_id = e.id)
                        OR (e.played IS NULL AND coalesce(p.position, 0) > 0)
                FROM audio a JOIN episodes e ON e.id = a.episode_id
                LEFT JOIN positions p ON p.episode_id = e.id
                WHERE a.file IS NOT NULL OR a.bytes > 0 OR a.state = 'partial'
                ORDER BY 7, 1
                """
            ) { row in
                StoredMedia(
                    episode: EpisodeID(rawValue: row.value(0, default: 0)),
                    column: ColumnID(rawValue: row.value(1, default: 0)),
                    title: row.value(2, default: ""), file: row.value(3),
                    bytes: row.value(4, default: 0),
                    state: AudioState(rawValue: row.value(5, default: "")) ?? .none,
                    published: row.timestamp(6) ?? Timestamp(secondsSince1970: 0),
                    completed: row.timestamp(7), trashed: row.timestamp(8),
                    sha256: row.value(9), played: row.timestamp(10),
                    isProtected: row.value(11, default: false))
            }
        }
    }

    /// Records that a complete file lies in the trash now; false when it no longer is complete, or
    /// has come under protection since the plan was made.
    public func trashMedia(of id: EpisodeID, by actor: JournalActor, cause: String)
        throws(StoreError) -> Bool
    {
        let moment = now()
        let isDone = try write { (connection) throws(SQLiteError) -> Bool in
            try connection.run(
                """
                UPDATE audio SET state = 'trashed', trashed = ?2
                WHERE episode_id = ?1 AND state IN ('complete', 'unproven')
                    AND NOT EXISTS (SELECT 1 FROM queue q WHERE q.episode_id = ?1)
                    AND NOT EXISTS (SELECT 1 FROM episodes e WHERE e.id = ?1
                        AND e.liked IS NOT NULL)
                    AND NOT EXISTS (SELECT 1 FROM episodes e JOIN positions p
                        ON p.episode_id = e.id
                        WHERE e.id = ?1 AND e.played IS NULL AND p.position > 0)
                """, id.rawValue, moment.secondsSince1970)
            guard connection.changeCount > 0 else { return false }
            try Journal(connection, at: moment, by: actor).write(
                .episode, id.rawValue, "trashed", cause: cause)
            return true
        }
        if isDone {
            changes.send(.audio(id))
        }
        return isDone
    }

    /// Records that a file was taken out of the trash.
    public func restoreMedia(of id: EpisodeID, cause: String) throws(StoreError) {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                UPDATE audio SET trashed = NULL, state = CASE WHEN EXISTS
                    (SELECT 1 FROM renditions r WHERE r.id = audio.rendition_id AND r.is_unproven)
                    THEN 'unproven' ELSE 'complete' END
                WHERE episode_id = ? AND state = 'trashed'
                """, id.rawValue)
            guard connection.changeCount > 0 else { return }
            try Journal(connection, at: moment, by: .user).write(
                .episode, id.rawValue, "restored", cause: cause)
        }
        changes.send(.audio(id))
    }

    /// Records that nothing of an episode's audio is on disk any more, on purpose.
    public func forgetMedia(of id: EpisodeID, by actor: JournalActor, cause: String)
        throws(StoreError)
    {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            try connection.run("DELETE FROM renditions WHERE episode_id = ?", id.rawValue)
            try connection.run(
                """
                UPDATE audio SET state = 'none', file = NULL, bytes = 0, rendition_id = NULL,
                    sha256 = NULL, trashed = NULL, requested = NULL, tail_boot = NULL
                WHERE episode_id = ?
                """, id.rawValue)
            guard connection.changeCount > 0 else { return }
            try Journal(connection, at: moment, by: actor).write(
                .episode, id.rawValue, "removed audio", cause: cause)
        }
        changes.send(.audio(id))
    }
}
