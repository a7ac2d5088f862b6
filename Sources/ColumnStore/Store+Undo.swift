public import ColumnModel
import SQLiteKit

/// A change that was taken back, or that cannot be.
public struct UndoneChange: Sendable, Equatable {
    /// Whether it was taken back; false where it is of a kind that cannot be.
    public let isTakenBack: Bool
    /// When it had been made.
    public let at: Timestamp
    /// Who had made it.
    public let actor: JournalActor
    /// Its recorded cause, as the command that made it.
    public let cause: String
    /// What it had done, with how many objects: `added` 12, `re-keyed` 3.
    public let counts: [String: Int]
    /// The columns concerned.
    public let columns: [ColumnID]
}

extension Store {
    /// Takes back the last change: marks, likes, the queue, bookmarks, subscriptions, removals, syncs.
    ///
    /// What a sync added and nobody has touched since is deleted; what was played, liked, queued or
    /// downloaded meanwhile stays, and the next sync sees the whole feed again. The journal keeps
    /// both the change and that it was undone. A last change that cannot be taken back (files moved
    /// to the trash, a purge) is answered as such, and nothing before it is touched. Answers nil when
    /// there is nothing left.
    public func undoLastChange() throws(StoreError) -> UndoneChange? {
        let moment = now()
        let undone = try write(durably: true) { (connection) throws(SQLiteError) -> UndoneChange? in
            let batch = try connection.firstRow(
                """
                SELECT max(batch) FROM journal WHERE change NOT IN ('left the feed', 'came back',
                    'moved', 'downloaded', 'undone') AND actor <> 'player'
                AND batch NOT IN (SELECT CAST("after" AS INTEGER) FROM journal WHERE change = 'undone')
                """
            ) { $0.value(0, as: Int64.self) }
            guard let batch = batch ?? nil else { return nil }
            return try undo(batch, at: moment, connection)
        }
        if undone != nil {
            changes.send(.columns)
        }
        return undone
    }

    private func undo(_ batch: Int64, at moment: Timestamp, _ connection: Connection)
        throws(SQLiteError) -> UndoneChange?
    {
        let rows = try connection.rows(
            """
            SELECT object, object_id, change, cause, "before", at, actor, "after" FROM journal
            WHERE batch = ? ORDER BY id DESC
            """, batch
        ) { row in
            JournalRow(
                object: row.value(0, default: ""), id: row.value(1, default: 0),
                change: row.value(2, default: ""), cause: row.value(3, default: ""),
                before: row.value(4), at: row.timestamp(5) ?? moment,
                actor: JournalActor(rawValue: row.value(6, default: "")) ?? .user,
                after: row.value(7))
        }
        guard let last = rows.first else { return nil }
        var counts: [String: Int] = [:]
        var columns: Set<ColumnID> = []
        for row in rows {
            if let column = try column(of: row, connection) {
                columns.insert(column)
            }
        }
        guard rows.allSatisfy({ !Self.finalChanges.contains($0.change) }) else {
            for row in rows { counts[row.change, default: 0] += 1 }
            return UndoneChange(
                isTakenBack: false, at: last.at, actor: last.actor, cause: last.cause,
                counts: counts, columns: columns.sorted())
        }
        for row in rows where try takeBack(row, connection) {
            counts[row.change, default: 0] += 1
        }
        if last.actor == .sync {
            try forgetFetches(of: columns, connection)
            // What an import knows is given once more to what comes again.
            try connection.run(
                """
                UPDATE pending_states SET episode_id = NULL WHERE episode_id IN (
                    SELECT object_id FROM journal WHERE batch = ? AND object = 'episode')
                """, batch)
        }
        try Journal(connection, at: moment, by: .user).write(
            JournalObject(rawValue: last.object) ?? .episode, last.id, "undone", cause: "undo",
            after: String(batch))
        let change = UndoneChange(
            isTakenBack: true, at: last.at, actor: last.actor, cause: last.cause, counts: counts,
            columns: columns.sorted())
        // `add` is one step to the user: the subscription and what its first sync brought.
        if last.cause == "first sync", let column = columns.first, columns.count == 1,
            try isSubscription(batch - 1, of: column, connection),
            let subscription = try undo(batch - 1, at: moment, connection)
        {
            return UndoneChange(
                isTakenBack: true, at: change.at, actor: .user, cause: subscription.cause,
                counts: counts.merging(subscription.counts) { $0 + $1 },
                columns: columns.sorted())
        }
        return change
    }

    /// What moves or deletes files, or leaves nothing to go back to.
    private static let finalChanges: Set = ["purged", "trashed", "restored", "removed audio"]

    /// The next sync is to see all of a feed again, or what was taken back would stay away unseen.
    private func forgetFetches(of columns: Set<ColumnID>, _ connection: Connection)
        throws(SQLiteError)
    {
        for column in columns {
            try connection.run(
                """
                UPDATE feed_states SET etag = NULL, last_modified = NULL, validators_url = NULL,
                    body_hash = NULL WHERE column_id = ?
                """, column.rawValue)
        }
    }

    private func isSubscription(_ batch: Int64, of column: ColumnID, _ connection: Connection)
        throws(SQLiteError) -> Bool
    {
        try connection.firstRow(
            """
            SELECT 1 FROM journal WHERE batch = ? AND change = 'subscribed' AND object_id = ?
                AND cause NOT LIKE 'import%'
            """, batch, column.rawValue
        ) { _ in true } ?? false
    }

    private func column(of row: JournalRow, _ connection: Connection) throws(SQLiteError)
        -> ColumnID?
    {
        if row.object == JournalObject.column.rawValue {
            return ColumnID(rawValue: row.id)
        }
        return try connection.firstRow("SELECT column_id FROM episodes WHERE id = ?", row.id) {
            ColumnID(rawValue: $0.value(0, default: 0))
        }
    }

    /// Takes back one row; false where it cannot be, or where later changes stand on it.
    private func takeBack(_ row: JournalRow, _ connection: Connection) throws(SQLiteError) -> Bool {
        switch row.change {
        case "added":
            try removeIfUntouched(row.id, connection)
            return connection.changeCount > 0
        case "re-keyed":
            // The hash is cleared, so that the next sync looks at the episode again.
            try connection.run(
                "UPDATE episodes SET guid = ?, content_hash = 0 WHERE id = ?", row.before, row.id)
        case "updated":
            try connection.run(
                "UPDATE episodes SET title = coalesce(?, title), content_hash = 0 WHERE id = ?",
                row.before, row.id)
        case "played", "unplayed":
            guard let mark = row.before.flatMap(PlayedMark.init(text:)) else { return false }
            try connection.run(
                "UPDATE episodes SET played = ?, is_new = ? WHERE id = ?", mark.played, mark.isNew,
                row.id)
        case "read", "unread":
            guard let mark = row.before.flatMap(PlayedMark.init(text:)) else { return false }
            try Self.setRead(mark.played, row.id, connection)
            try connection.run("UPDATE episodes SET is_new = ? WHERE id = ?", mark.isNew, row.id)
        case "position":
            guard let mark = row.before.flatMap(PositionMark.init(text:)) else { return false }
            guard let place = mark.milliseconds else {
                try connection.run("DELETE FROM positions WHERE episode_id = ?", row.id)
                break
            }
            try connection.run(
                """
                INSERT INTO positions (episode_id, position, updated) VALUES (?1, ?2, ?3)
                ON CONFLICT (episode_id) DO UPDATE SET position = ?2, updated = ?3
                """, row.id, place, mark.updated ?? 0)
        case "liked":
            try connection.run("UPDATE episodes SET liked = NULL WHERE id = ?", row.id)
        case "unliked":
            try connection.run(
                "UPDATE episodes SET liked = ? WHERE id = ?", row.at.secondsSince1970, row.id)
        case "subscribed":
            try connection.run(
                "UPDATE columns SET removed = ? WHERE id = ?", row.at.secondsSince1970, row.id)
        case "queued":
            for id in (row.after ?? "").split(separator: ",") {
                try connection.run("DELETE FROM queue WHERE id = ?", Int64(id))
            }
            return true
        case "unqueued":
            // Each place as episode and rank, so that it comes back where it was.
            for place in (row.before ?? "").split(separator: ",") {
                let parts = place.split(separator: ":").compactMap { Int64($0) }
                guard parts.count == 2 else { continue }
                try connection.run(
                    """
                    INSERT INTO queue (episode_id, rank, added)
                    SELECT id, ?2, ?3 FROM episodes WHERE id = ?1
                    """, parts[0], parts[1], row.at.secondsSince1970)
            }
            return true
        case "bookmarked":
            try connection.run(
                "DELETE FROM bookmarks WHERE id = ?", row.after.flatMap { Int64($0) })
        case "imported":
            try connection.run(
                "DELETE FROM pending_states WHERE batch = ?", row.after.flatMap { Int64($0) })
        case "removed":
            try connection.run("UPDATE columns SET removed = NULL WHERE id = ?", row.id)
        default:
            return false
        }
        return connection.changeCount > 0
    }

    private func removeIfUntouched(_ id: Int64, _ connection: Connection) throws(SQLiteError) {
        let isUntouched = try connection.firstRow(
            """
            SELECT 1 FROM episodes e WHERE e.id = ?1 AND e.played IS NULL AND e.liked IS NULL
                AND NOT EXISTS (SELECT 1 FROM audio WHERE episode_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM positions WHERE episode_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM queue WHERE episode_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM readings WHERE episode_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM bookmarks WHERE episode_id = ?1)
            """, id
        ) { _ in true }
        if isUntouched == true {
            let index = try SearchIndex(connection)
            try index.remove(id)
        }
        try connection.run("DELETE FROM episodes WHERE id = ? AND ?", id, isUntouched ?? false)
    }
}

private struct JournalRow {
    let object: String
    let id: Int64
    let change: String
    let cause: String
    let before: String?
    let at: Timestamp
    let actor: JournalActor
    let after: String?
}
