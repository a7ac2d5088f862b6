import ColumnModel
import SQLiteKit

/// The full-text index over titles, notes and articles; kept in step by whoever writes episodes.
///
/// It is contentless: the texts stand in their own tables, so taking a row out needs the text as
/// it was indexed (https://sqlite.org/fts5.html, section 4.4.1).
struct SearchIndex {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    func insert(_ id: Int64, _ episode: ParsedEpisode) throws(SQLiteError) {
        try connection.run(
            "INSERT INTO search (rowid, title, author, notes) VALUES (?, ?, ?, ?)", id,
            episode.displayTitle, episode.author ?? "",
            episode.content?.body ?? episode.summary ?? "")
    }

    /// Takes an episode out; to be called before its rows change.
    func remove(_ id: Int64) throws(SQLiteError) {
        try connection.run(Self.removal + " WHERE e.id = ?", id)
    }

    /// Takes all episodes of a column out; to be called before they are deleted.
    func removeAll(ofColumn id: Int64) throws(SQLiteError) {
        try connection.run(Self.removal + " WHERE e.column_id = ?", id)
    }

    private static let removal = """
        INSERT INTO search (search, rowid, title, author, notes)
        SELECT 'delete', e.id, e.title, coalesce(e.author, ''), coalesce(a.body, e.summary, '')
        FROM episodes e LEFT JOIN articles a ON a.episode_id = e.id
        """
}
