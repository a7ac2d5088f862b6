public import ColumnModel
import SQLiteKit

extension Store {
    /// Of words that stand in more episodes than this, the newest ones are ranked.
    static let rankedCount = 3_000

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
        var conditions = [visible]
        for term in search.terms where term.isExcluded {
            conditions.append("e.id NOT IN (SELECT rowid FROM search WHERE search MATCH ?)")
            values.append(text(of: term))
        }
        var isNarrow = false
        for (condition, isExcluded) in search.conditions {
            let (sql, bound) = sql(for: condition)
            conditions.append(isExcluded ? "NOT (\(sql))" : "(\(sql))")
            values += bound
            isNarrow = isNarrow || (!isExcluded && condition.isNarrow)
        }
        let from = "FROM episodes e LEFT JOIN audio a ON a.episode_id = e.id"
        let condition = conditions.joined(separator: " AND ")
        let wanted = search.terms.filter { !$0.isExcluded }.map(text(of:)).joined(separator: " ")
        if wanted.isEmpty {
            // The plus keeps SQLite from reading all by date where an index leads to the few.
            return (
                "SELECT e.id \(from) WHERE \(condition)"
                    + " ORDER BY \(isNarrow ? "+" : "")coalesce(e.published, e.first_seen) DESC,"
                    + " e.id DESC LIMIT ?",
                values + [search.limit]
            )
        }
        let ranked = "SELECT s.rowid AS id, bm25(search, \(weights)) AS score FROM search s"
        let tail =
            "ORDER BY s.rowid DESC LIMIT \(rankedCount)) ORDER BY score, id DESC LIMIT ?"
        guard isNarrow else {
            // CROSS JOIN keeps the order: the index first, from its end, so that the limit saves work.
            return (
                """
                SELECT id FROM (\(ranked) CROSS JOIN episodes e ON e.id = s.rowid
                    LEFT JOIN audio a ON a.episode_id = e.id
                WHERE search MATCH ? AND \(condition) \(tail)
                """, [wanted] + values + [search.limit]
            )
        }
        // Looking up every match of a common word costs more than finding the few first.
        return (
            """
            WITH wanted (id) AS MATERIALIZED (SELECT e.id \(from) WHERE \(condition))
            SELECT id FROM (\(ranked) WHERE search MATCH ?
                AND s.rowid BETWEEN (SELECT min(id) FROM wanted) AND (SELECT max(id) FROM wanted)
                AND +s.rowid IN wanted \(tail)
            """, values + [wanted, search.limit]
        )
    }

    /// What finds titles that have words with all these beginnings.
    static func titleMatch(_ words: [String]) -> String {
        "title : (" + words.map { text(of: .init($0, isPrefix: true)) }.joined(separator: " ") + ")"
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
            "e.id IN (SELECT episode_id FROM attachments WHERE kind = '\(kind)')"
        }
        return switch feature {
        case .transcript: attached("transcript")
        case .audio: "EXISTS (SELECT 1 FROM enclosures WHERE episode_id = e.id)"
        case .chapters: attached("chapters") + " OR e.id IN (SELECT episode_id FROM chapters)"
        case .notes:
            "coalesce(e.summary, '') <> '' OR EXISTS (SELECT 1 FROM articles WHERE episode_id = e.id)"
        }
    }

    private static func sql(for status: EpisodeSearch.Status) -> String {
        let read = "(SELECT episode_id FROM readings WHERE read IS NOT NULL)"
        return switch status {
        case .liked: "e.liked IS NOT NULL"
        case .played: "e.played IS NOT NULL"
        case .unplayed: "e.played IS NULL"
        case .downloaded:
            "e.id IN (SELECT episode_id FROM audio WHERE state IN ('complete', 'unproven'))"
        case .new: "e.is_new"
        case .queued: "e.id IN (SELECT episode_id FROM queue)"
        case .read: "e.id IN \(read)"
        case .unread: "e.id NOT IN \(read)"
        }
    }
}

extension EpisodeSearch.Condition {
    /// Whether an index leads to what meets it, which is likely to be a small part.
    fileprivate var isNarrow: Bool {
        switch self {
        case .columns, .after, .before: true
        case .has(let feature): feature == .transcript || feature == .chapters
        case .isIn(let status):
            switch status {
            case .liked, .downloaded, .new, .queued, .read: true
            case .played, .unplayed, .unread: false
            }
        }
    }
}
