public import ColumnModel
import SQLiteKit

/// What was taken out of the queue at one time, and can be put back.
public struct QueueRemoval: Sendable, Equatable {
    /// Identifies it.
    public let id: Int64
    /// When.
    public let at: Timestamp
    /// How, as `played`, `queue remove`, `queue clear`.
    public let cause: String
    /// The episodes, in the queue's order.
    public let episodes: [EpisodeID]
}

extension Store {
    /// What was taken out of the queue and not put back, the newest first.
    public func queueRemovals(limit: Int) throws(StoreError) -> [QueueRemoval] {
        try read { (connection) throws(SQLiteError) in
            try Self.removals(connection, "ORDER BY j.id DESC LIMIT \(limit)").map { row in
                QueueRemoval(
                    id: row.id, at: row.at, cause: row.cause,
                    episodes: row.places.map { EpisodeID(rawValue: $0.episode) })
            }
        }
    }

    /// Puts back what was taken out at one time, to where it stood; answers how many places.
    ///
    /// Each gets a new number of its own. Throws `StoreError.notFound` where it is back already.
    public func restoreQueue(_ removal: Int64) throws(StoreError) -> Int {
        let moment = now()
        let count = try write(durably: true) { (connection) throws(SQLiteError) -> Int? in
            guard let row = try Self.removals(connection, "AND j.id = \(removal)").first else {
                return nil
            }
            var entries: [Int64] = []
            for place in row.places {
                try connection.run(
                    """
                    INSERT INTO queue (episode_id, rank, added)
                    SELECT id, ?2, ?3 FROM episodes WHERE id = ?1
                    """, place.episode, place.rank, moment.secondsSince1970)
                if connection.changeCount > 0 { entries.append(connection.lastInsertedRow) }
            }
            try Journal(connection, at: moment, by: .user).write(
                .queue, 0, "queued", cause: "queue restore", before: "unqueued:\(removal)",
                after: entries.map(String.init).joined(separator: ","))
            return entries.count
        }
        guard let count else { throw .notFound }
        changes.send(.queue)
        return count
    }

    private struct Removal {
        let id: Int64
        let at: Timestamp
        let cause: String
        let places: [(episode: Int64, rank: Int64)]
    }

    /// Neither those that `undo` took back nor those that stand in the queue again; a restore that
    /// was itself undone does not count.
    private static func removals(_ connection: Connection, _ clause: String) throws(SQLiteError)
        -> [Removal]
    {
        try connection.rows(
            """
            SELECT j.id, j.at, j.cause, j."before" FROM journal j
            WHERE j.object = 'queue' AND j.change = 'unqueued' AND j.batch NOT IN (
                SELECT CAST("after" AS INTEGER) FROM journal WHERE change = 'undone')
            AND NOT EXISTS (
                SELECT 1 FROM journal r WHERE r.change = 'queued'
                AND r."before" = 'unqueued:' || j.id AND r.batch NOT IN (
                    SELECT CAST("after" AS INTEGER) FROM journal WHERE change = 'undone'))
            \(clause)
            """
        ) { row in
            Removal(
                id: row.value(0, default: 0),
                at: Timestamp(secondsSince1970: row.value(1, default: 0)),
                cause: row.value(2, default: ""),
                places: row.value(3, default: "").split(separator: ",").compactMap { place in
                    let parts = place.split(separator: ":").compactMap { Int64($0) }
                    return parts.count == 2 ? (parts[0], parts[1]) : nil
                })
        }
    }
}
