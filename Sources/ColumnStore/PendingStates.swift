import ColumnModel
import SQLiteKit

/// What imports know of episodes: kept until a feed brings them, then given to them.
struct PendingStates {
    private struct Pending {
        let id: Int64
        let guid: String?
        let urlKey: Int64?
        let played: Int64?
        let position: Int64
        let updated: Int64
        let isLiked: Bool
        let rank: Int64?
        let bookmarks: String?
    }

    private let connection: Connection
    private let journal: Journal
    private let moment: Timestamp

    init(_ connection: Connection, _ journal: Journal, at moment: Timestamp) {
        self.connection = connection
        self.journal = journal
        self.moment = moment
    }

    /// Keeps states of a column's episodes; nil for those whose column is not known.
    ///
    /// - Parameter firstRank: the place in the queue that the index 0 gets.
    func add(_ states: [ImportedState], of column: Int64?, firstRank: Int64) throws(SQLiteError) {
        for state in states {
            try connection.run(
                """
                INSERT INTO pending_states (batch, column_id, guid, url_key, played, position,
                    updated, liked, rank, bookmarks)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, journal.batch, column, state.guid, state.urlKey,
                state.played?.secondsSince1970, max(0, state.position.wholeMilliseconds),
                state.updated.secondsSince1970,
                state.isLiked ? moment.secondsSince1970 : nil,
                state.queueIndex.map { firstRank + Int64($0) },
                state.bookmarks.isEmpty ? nil : BookmarkText.text(of: state.bookmarks))
        }
    }

    /// Gives the episodes that a column has by now what is kept for them.
    @discardableResult
    func apply(to column: Int64) throws(SQLiteError) -> AppliedStates {
        var counts = AppliedStates()
        let pending = try pending(of: column)
        guard !pending.isEmpty else { return counts }
        var byGUID: [String: Int64] = [:]
        var byAddress: [Int64: Int64] = [:]
        let rows = try connection.rows(
            "SELECT id, guid, url_key FROM episodes WHERE column_id = ?", column
        ) { row in
            (
                id: row.value(0, default: Int64(0)), guid: row.value(1) as String?,
                urlKey: row.value(2) as Int64?
            )
        }
        for row in rows {
            if let guid = row.guid { byGUID[guid] = row.id }
            if let key = row.urlKey { byAddress[key] = row.id }
        }
        for state in pending {
            guard
                let id = state.guid.flatMap({ byGUID[$0] })
                    ?? state.urlKey.flatMap({ byAddress[$0] })
            else { continue }
            try apply(state, to: id, &counts)
            try connection.run(
                "UPDATE pending_states SET episode_id = ? WHERE id = ?", id, state.id)
        }
        return counts
    }

    private func pending(of column: Int64) throws(SQLiteError) -> [Pending] {
        try connection.rows(
            """
            SELECT id, guid, url_key, played, position, updated, liked IS NOT NULL, rank, bookmarks
            FROM pending_states
            WHERE (column_id = ? OR column_id IS NULL) AND episode_id IS NULL ORDER BY id
            """, column
        ) { row in
            Pending(
                id: row.value(0, default: 0), guid: row.value(1), urlKey: row.value(2),
                played: row.value(3), position: row.value(4, default: 0),
                updated: row.value(5, default: 0), isLiked: row.value(6, default: false),
                rank: row.value(7), bookmarks: row.value(8))
        }
    }

    /// Adds to what an episode has; nothing that the user did here is taken away.
    private func apply(_ state: Pending, to id: Int64, _ counts: inout AppliedStates)
        throws(SQLiteError)
    {
        let before = try connection.firstRow("SELECT played, is_new FROM episodes WHERE id = ?", id)
        { PlayedMark(played: $0.value(0), isNew: $0.value(1, default: false)) }
        if let played = state.played, let before, before.played == nil {
            try connection.run(
                "UPDATE episodes SET played = ?, is_new = 0 WHERE id = ?", played, id)
            try journal.write(.episode, id, "played", cause: "import", before: before.text)
            counts.played += 1
        }
        if state.position > 0 {
            try connection.run(
                """
                INSERT INTO positions (episode_id, position, updated) VALUES (?1, ?2, ?3)
                ON CONFLICT (episode_id) DO UPDATE SET position = ?2, updated = ?3
                    WHERE updated < ?3
                """, id, state.position, state.updated)
            counts.positions += connection.changeCount
        }
        if state.isLiked {
            try connection.run(
                "UPDATE episodes SET liked = ? WHERE id = ? AND liked IS NULL",
                moment.secondsSince1970, id)
            if connection.changeCount > 0 {
                try journal.write(.episode, id, "liked", cause: "import")
                counts.liked += 1
            }
        }
        if let rank = state.rank { try enqueue(id, at: rank, &counts) }
        for bookmark in state.bookmarks.map(BookmarkText.bookmarks) ?? [] {
            try connection.run(
                """
                INSERT INTO bookmarks (episode_id, position, note, created) SELECT ?1, ?2, ?3, ?4
                WHERE NOT EXISTS (
                    SELECT 1 FROM bookmarks WHERE episode_id = ?1 AND position = ?2)
                """, id, bookmark.position.wholeMilliseconds, bookmark.note,
                moment.secondsSince1970)
            guard connection.changeCount > 0 else { continue }
            try journal.write(
                .episode, id, "bookmarked", cause: "import",
                after: String(connection.lastInsertedRow))
            counts.bookmarks += 1
        }
    }

    private func enqueue(_ id: Int64, at rank: Int64, _ counts: inout AppliedStates)
        throws(SQLiteError)
    {
        try connection.run(
            """
            INSERT INTO queue (episode_id, rank, added) SELECT ?1, ?2, ?3
            WHERE NOT EXISTS (SELECT 1 FROM queue WHERE episode_id = ?1)
            """, id, rank, moment.secondsSince1970)
        guard connection.changeCount > 0 else { return }
        try journal.write(
            .queue, 0, "queued", cause: "import", after: String(connection.lastInsertedRow))
        counts.queued += 1
    }
}
