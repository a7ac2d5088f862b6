public import ColumnModel
import SQLiteKit

extension Store {
    /// Episodes whose title, author, notes or article contain all these words, best first.
    ///
    /// A text in Chinese, Japanese or Korean is found as it stands; one in other scripts by whole
    /// words, the last of which may be the beginning of one.
    public func search(_ text: String, in column: ColumnID? = nil, limit: Int)
        async throws(StoreError) -> [Episode]
    {
        try await updateSearchIndex()
        let words = text.split { $0.isWhitespace }.map(String.init)
        guard !words.isEmpty else { return [] }
        // Quoted, so that nothing in the text is read as an operator of FTS5.
        let query = words.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"*" }
            .joined(separator: " ")
        let ids = try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT s.rowid FROM search s JOIN episodes e ON e.id = s.rowid
                WHERE search MATCH ?1 AND (?2 IS NULL OR e.column_id = ?2)
                ORDER BY bm25(search, 8.0, 4.0, 1.0), s.rowid DESC LIMIT ?3
                """, query, column?.rawValue, limit
            ) { EpisodeID(rawValue: $0.value(0, default: 0)) }
        }
        let found = try episodes(EpisodeQuery(.ids(ids)))
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }
}
