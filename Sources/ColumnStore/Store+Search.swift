public import ColumnModel
import SQLiteKit

extension Store {
    /// Of words that stand in more episodes than this, the newest ones are ranked.
    private static let rankedCount = 3_000

    /// How much a word counts in the title, author, notes, article and transcript.
    private static let weights = "8.0, 4.0, 3.0, 1.0, 0.7"

    /// Episodes that a search finds: by words the best first, else the newest first.
    ///
    /// A text in Chinese, Japanese or Korean is found as it stands; one in other scripts by whole
    /// words, or by the beginning of one where the term says so.
    public func search(_ search: EpisodeSearch) async throws(StoreError) -> [Episode] {
        // A library that cannot be written is searched as far as it was indexed.
        if writeRefusal == nil { try await updateSearchIndex() }
        let (sql, values) = Self.sql(for: search)
        let ids = try read { (connection) throws(SQLiteError) in
            try connection.rows(sql, values: values) {
                EpisodeID(rawValue: $0.value(0, default: 0))
            }
        }
        let found = try episodes(EpisodeQuery(.ids(ids)))
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }

    private static func sql(for search: EpisodeSearch) -> (String, [any SQLiteBindable]) {
        var values: [any SQLiteBindable] = []
        var conditions: [String] = []
        let wanted = search.terms.filter { !$0.isExcluded }.map(text(of:))
        if !wanted.isEmpty {
            conditions.append("search MATCH ?")
            values.append(wanted.joined(separator: " "))
        }
        conditions.append(visible)
        for term in search.terms where term.isExcluded {
            conditions.append("e.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)")
            values.append(text(of: term))
        }
        for (condition, isExcluded) in search.conditions {
            let (sql, bound) = sql(for: condition)
            conditions.append(isExcluded ? "NOT (\(sql))" : "(\(sql))")
            values += bound
        }
        let from = "episodes e LEFT JOIN audio a ON a.episode_id = e.id"
        let tail = conditions.joined(separator: " AND ")
        values.append(search.limit)
        guard !wanted.isEmpty else {
            return (
                "SELECT e.id FROM \(from) WHERE \(tail)"
                    + " ORDER BY coalesce(e.published, e.first_seen) DESC, e.id DESC LIMIT ?",
                values
            )
        }
        // CROSS JOIN keeps the order: the index first, from its end, so that the limit saves work.
        return (
            """
            SELECT id FROM (
                SELECT s.rowid AS id, bm25(search, \(weights)) AS score
                FROM search s CROSS JOIN episodes e ON e.id = s.rowid
                    LEFT JOIN audio a ON a.episode_id = e.id
                WHERE \(tail) ORDER BY s.rowid DESC LIMIT \(rankedCount)
            ) ORDER BY score, id DESC LIMIT ?
            """, values
        )
    }

    /// A term as FTS5 reads it; quoted, so that nothing in it is an operator.
    private static func text(of term: EpisodeSearch.Term) -> String {
        // Ideographs stand in the index as pairs, so that a single one is the beginning of a pair.
        let isIdeographic = (term.text.unicodeScalars.last?.value ?? 0) >= 0x2E80
        return "\"" + term.text.replacing("\"", with: "\"\"") + "\""
            + (term.isPrefix || isIdeographic ? "*" : "")
    }

    private static func sql(for condition: EpisodeSearch.Condition)
        -> (String, [any SQLiteBindable])
    {
        switch condition {
        case .has(let feature): (sql(for: feature), [])
        case .isIn(let status): (sql(for: status), [])
        case .columns(let ids):
            (
                "e.column_id IN (SELECT value FROM json_each(?))",
                ["[" + ids.map { String($0.rawValue) }.joined(separator: ",") + "]"]
            )
        case .after(let moment):
            ("coalesce(e.published, e.first_seen) >= ?", [moment.secondsSince1970])
        case .before(let moment):
            ("coalesce(e.published, e.first_seen) < ?", [moment.secondsSince1970])
        }
    }

    private static func sql(for feature: EpisodeSearch.Feature) -> String {
        func attached(_ kind: String) -> String {
            "EXISTS (SELECT 1 FROM attachments WHERE episode_id = e.id AND kind = '\(kind)')"
        }
        return switch feature {
        case .transcript: attached("transcript")
        case .audio: "EXISTS (SELECT 1 FROM enclosures WHERE episode_id = e.id)"
        case .chapters:
            attached("chapters") + " OR EXISTS (SELECT 1 FROM chapters WHERE episode_id = e.id)"
        case .notes:
            "coalesce(e.summary, '') <> '' OR EXISTS (SELECT 1 FROM articles WHERE episode_id = e.id)"
        }
    }

    private static func sql(for status: EpisodeSearch.Status) -> String {
        let isRead = "EXISTS (SELECT 1 FROM readings WHERE episode_id = e.id AND read IS NOT NULL)"
        return switch status {
        case .liked: "e.liked IS NOT NULL"
        case .played: "e.played IS NOT NULL"
        case .unplayed: "e.played IS NULL"
        case .downloaded: "coalesce(a.state, 'none') IN ('complete', 'unproven')"
        case .new: "e.is_new"
        case .queued: "EXISTS (SELECT 1 FROM queue WHERE episode_id = e.id)"
        case .read: isRead
        case .unread: "NOT \(isRead)"
        }
    }
}
