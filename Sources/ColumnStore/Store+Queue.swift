public import ColumnModel
import SQLiteKit

/// A place in the queue; an episode may hold several.
public struct QueueEntry: Sendable, Equatable {
    /// Identifies the place, not the episode.
    public let id: Int64
    /// What plays there.
    public let episode: EpisodeID
}

extension Store {
    /// The queue in its order.
    public func queue() throws(StoreError) -> [QueueEntry] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows("SELECT id, episode_id FROM queue ORDER BY rank, id") { row in
                QueueEntry(
                    id: row.value(0, default: 0),
                    episode: EpisodeID(rawValue: row.value(1, default: 0)))
            }
        }
    }

    /// Puts episodes at the end of the queue, or at its front.
    public func enqueue(_ ids: [EpisodeID], atFront: Bool = false) throws(StoreError) {
        let moment = now()
        try write(durably: true) { (connection) throws(SQLiteError) in
            let edge =
                try connection.firstRow(
                    atFront
                        ? "SELECT coalesce(min(rank), 0) FROM queue"
                        : "SELECT coalesce(max(rank), 0) FROM queue"
                ) { $0.value(0, default: Int64(0)) } ?? 0
            let first = atFront ? edge - Int64(ids.count) : edge + 1
            var entries: [Int64] = []
            for (offset, id) in ids.enumerated() {
                try connection.run(
                    "INSERT INTO queue (episode_id, rank, added) VALUES (?, ?, ?)", id.rawValue,
                    first + Int64(offset), moment.secondsSince1970)
                entries.append(connection.lastInsertedRow)
            }
            try Journal(connection, at: moment, by: .user).write(
                .queue, 0, "queued", cause: "queue add",
                after: entries.map(String.init).joined(separator: ","))
        }
        changes.send(.queue)
    }

    /// Takes places out of the queue; answers how many were there.
    @discardableResult
    public func dequeue(_ entries: [Int64], by actor: JournalActor = .user) throws(StoreError)
        -> Int
    {
        let cause = actor == .player ? "played" : "queue remove"
        let moment = now()
        let count = try write(durably: true) { (connection) throws(SQLiteError) in
            var places: [String] = []
            for id in entries {
                places += try Self.places(connection, "WHERE id = \(id)")
                try connection.run("DELETE FROM queue WHERE id = ?", id)
            }
            try Self.note(places, by: actor, cause: cause, at: moment, connection)
            return places.count
        }
        changes.send(.queue)
        return count
    }

    /// Moves a place so that it stands at an index, counted from 0, of the queue without it.
    public func moveInQueue(_ entry: Int64, to index: Int) throws(StoreError) {
        try write(durably: true) { (connection) throws(SQLiteError) in
            var ids = try connection.rows("SELECT id FROM queue ORDER BY rank, id") {
                $0.value(0, default: Int64(0))
            }
            guard let position = ids.firstIndex(of: entry) else { return }
            ids.remove(at: position)
            ids.insert(entry, at: min(max(index, 0), ids.count))
            for (rank, id) in ids.enumerated() {
                try connection.run("UPDATE queue SET rank = ? WHERE id = ?", rank, id)
            }
        }
        changes.send(.queue)
    }

    /// Empties the queue.
    public func clearQueue() throws(StoreError) {
        let moment = now()
        try write(durably: true) { (connection) throws(SQLiteError) in
            let places = try Self.places(connection, "ORDER BY rank, id")
            try connection.run("DELETE FROM queue")
            try Self.note(places, by: .user, cause: "queue clear", at: moment, connection)
        }
        changes.send(.queue)
    }

    /// Places as the journal keeps them: episode and rank.
    private static func places(_ connection: Connection, _ clause: String) throws(SQLiteError)
        -> [String]
    {
        try connection.rows("SELECT episode_id, rank FROM queue \(clause)") { row in
            "\(row.value(0, default: Int64(0))):\(row.value(1, default: Int64(0)))"
        }
    }

    private static func note(
        _ places: [String], by actor: JournalActor, cause: String, at moment: Timestamp,
        _ connection: Connection
    ) throws(SQLiteError) {
        guard !places.isEmpty else { return }
        try Journal(connection, at: moment, by: actor).write(
            .queue, 0, "unqueued", cause: cause, before: places.joined(separator: ","))
    }
}
