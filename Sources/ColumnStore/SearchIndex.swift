import ColumnModel
import SQLiteKit

/// The full-text index over titles, authors, notes, articles and transcripts.
///
/// New episodes are indexed in large batches after a sync, or at the latest before a search: FTS5
/// writes a segment a transaction and merges segments ever again, which for a feed at a time costs
/// twice the work. `indexedEnd` says how far it has come; what lies before is kept in step at once.
///
/// The index is contentless: the texts stand in their own tables, so taking a row out needs the
/// text as it was indexed (https://sqlite.org/fts5.html, section 4.4.1).
struct SearchIndex {
    /// How many episodes one transaction takes in; their write lock lasts some 0.3 s.
    static let batchSize = 10_000

    private static let stateKey = "search.indexed-end"

    private let connection: Connection
    private let indexedEnd: Int64

    /// Looks up how far the index has come.
    init(_ connection: Connection) throws(SQLiteError) {
        self.connection = connection
        indexedEnd =
            try connection.firstRow(
                "SELECT CAST(value AS INTEGER) FROM state WHERE key = ?", Self.stateKey
            ) { $0.value(0, default: 0) } ?? 0
    }

    /// Takes an indexed episode out; to be called before its rows change.
    func remove(_ id: Int64) throws(SQLiteError) {
        guard id <= indexedEnd else { return }
        try connection.run(
            "INSERT INTO search (search, rowid, " + Self.fields + ") SELECT 'delete', "
                + Self.texts + " WHERE e.id = ?", id)
    }

    /// Puts an episode back that was taken out, as its rows are now.
    func putBack(_ id: Int64) throws(SQLiteError) {
        guard id <= indexedEnd else { return }
        try connection.run(
            "INSERT INTO search (rowid, " + Self.fields + ") SELECT " + Self.texts
                + " WHERE e.id = ?", id)
    }

    /// Takes all episodes of a column out; to be called before they are deleted.
    func removeAll(ofColumn id: Int64) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO search (search, rowid, " + Self.fields + ") SELECT 'delete', "
                + Self.texts + " WHERE e.column_id = ? AND e.id <= ?", id, indexedEnd)
    }

    /// Whether there are episodes that it does not know yet.
    func isBehind() throws(SQLiteError) -> Bool {
        try connection.firstRow("SELECT EXISTS (SELECT 1 FROM episodes WHERE id > ?)", indexedEnd) {
            $0.value(0, default: false)
        } ?? false
    }

    /// Indexes the next batch of new episodes; false when there was none.
    func indexNextBatch() throws(SQLiteError) -> Bool {
        let end = try connection.firstRow(
            """
            SELECT max(id) FROM (SELECT id FROM episodes WHERE id > ? ORDER BY id LIMIT ?)
            """, indexedEnd, Self.batchSize
        ) { $0.value(0, as: Int64.self) }
        guard let end = end ?? nil else { return false }
        try connection.run(
            "INSERT INTO search (rowid, " + Self.fields + ") SELECT " + Self.texts
                + " WHERE e.id > ? AND e.id <= ?", indexedEnd, end)
        try connection.run(
            """
            INSERT INTO state (key, value) VALUES (?1, ?2)
            ON CONFLICT DO UPDATE SET value = excluded.value
            """, Self.stateKey, String(end))
        return true
    }

    private static let fields = "title, author, notes, article, transcript"

    private static let texts = """
        e.id, e.title, coalesce(e.author, ''), coalesce(e.summary, ''), coalesce(a.body, ''),
            coalesce(t.body, '')
        FROM episodes e LEFT JOIN articles a ON a.episode_id = e.id
            LEFT JOIN transcripts t ON t.episode_id = e.id
        """
}

extension Store {
    /// Brings the full-text index up to date, in several short transactions.
    ///
    /// Ends early when the task is cancelled; the next call goes on.
    public func updateSearchIndex() async throws(StoreError) {
        // Nobody who only looks waits for the lock of a sync that writes.
        let isBehind = try read { (connection) throws(SQLiteError) in
            try SearchIndex(connection).isBehind()
        }
        guard isBehind else { return }
        while !Task.isCancelled {
            let hasMore = try write { (connection) throws(SQLiteError) in
                try SearchIndex(connection).indexNextBatch()
            }
            guard hasMore else { return }
            // Lets other calls through between two batches.
            await Task.yield()
        }
    }
}
