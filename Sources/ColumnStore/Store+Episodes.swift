public import ColumnModel
import SQLiteKit

extension Store {
    /// Episodes by a query.
    public func episodes(_ query: EpisodeQuery = EpisodeQuery()) throws(StoreError) -> [Episode] {
        let (sql, values) = Self.sql(for: query)
        return try read { (connection) throws(SQLiteError) in
            try connection.rows(sql, values: values, make: Self.episode(from:))
        }
    }

    /// One episode.
    public func episode(_ id: EpisodeID) throws(StoreError) -> Episode? {
        try episodes(EpisodeQuery(.ids([id]))).first
    }

    /// The text of an episode; nil where the feed gave none.
    public func article(of id: EpisodeID) throws(StoreError) -> Article? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT body, format FROM articles WHERE episode_id = ?", id.rawValue
            ) { row in
                Article(
                    body: row.value(0, default: ""),
                    format: Article.Format(rawValue: row.value(1, default: "")) ?? .html)
            }
        }
    }

    /// The chapters of an episode, from the best source that has any.
    public func chapters(of id: EpisodeID) throws(StoreError) -> [Chapter] {
        try read { (connection) throws(SQLiteError) in
            let found = try connection.rows(
                """
                SELECT source, start, "end", title, url, image_url FROM chapters
                WHERE episode_id = ? ORDER BY CASE source
                    WHEN 'json' THEN 0 WHEN 'feed' THEN 1 WHEN 'id3' THEN 2 ELSE 3 END, ordinal
                """, id.rawValue
            ) { row in
                (
                    source: row.value(0, default: ""),
                    chapter: Chapter(
                        start: row.duration(1) ?? .zero, end: row.duration(2),
                        title: row.value(3, default: ""), url: row.value(4),
                        imageURL: row.value(5))
                )
            }
            return found.filter { $0.source == found.first?.source }.map(\.chapter)
        }
    }

    /// Episodes whose guid, page or enclosure is exactly this text.
    public func episodes(identifiedBy text: String) throws(StoreError) -> [EpisodeID] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT id FROM episodes WHERE guid = ?1 UNION SELECT id FROM episodes WHERE link = ?1
                UNION SELECT episode_id FROM enclosures WHERE url = ?1
                """, text
            ) { EpisodeID(rawValue: $0.value(0, default: 0)) }
        }
    }

    /// Episodes whose title has words that begin with all of these, newest first; where there is none,
    /// those whose title contains them anywhere, without regard to ASCII case.
    public func episodes(titled words: [String], limit: Int) async throws(StoreError) -> [Episode] {
        guard !words.isEmpty else { return [] }
        if writeRefusal == nil { try await updateSearchIndex() }
        let order = " ORDER BY \(Self.newestFirst) LIMIT ?"
        let found = try read { (connection) throws(SQLiteError) in
            try connection.rows(
                Self.episodeQuery
                    + " WHERE e.id IN (SELECT rowid FROM search WHERE search MATCH ?"
                    + " ORDER BY rowid DESC LIMIT \(Self.rankedCount))" + order,
                values: [Self.titleMatch(words), limit], make: Self.episode(from:))
        }
        guard found.isEmpty else { return found }
        let conditions = words.map { _ in "instr(lower(e.title), lower(?)) > 0" }
        let sql =
            Self.episodeQuery + " WHERE " + conditions.joined(separator: " AND ") + order
        return try read { (connection) throws(SQLiteError) in
            try connection.rows(sql, values: words + [limit], make: Self.episode(from:))
        }
    }
}

extension Store {
    /// By publication, undated ones by first sight; `episodes_by_date` has it.
    private static let newestFirst = "coalesce(e.published, e.first_seen) DESC, e.id DESC"

    private static let episodeQuery = """
        SELECT e.id, e.column_id, e.guid, e.title, e.published, e.first_seen,
            coalesce(e.measured_duration, e.duration), e.link, e.season, e.number, e.summary,
            e.image_url, x.url, x.type, x.length, a.state, a.file, a.bytes, a.total, a.sha256,
            a.failure_code, a.failure_status, a.failure_url, a.failure_detail,
            p.position, e.played IS NOT NULL, e.liked IS NOT NULL, r.read IS NOT NULL,
            p.updated
        FROM episodes e
        LEFT JOIN enclosures x ON x.episode_id = e.id AND x.ordinal = 0
        LEFT JOIN audio a ON a.episode_id = e.id
        LEFT JOIN positions p ON p.episode_id = e.id
        LEFT JOIN readings r ON r.episode_id = e.id
        """

    private static func episode(from row: Row) -> Episode {
        Episode(
            id: EpisodeID(rawValue: row.value(0, default: 0)),
            column: ColumnID(rawValue: row.value(1, default: 0)), guid: row.value(2),
            title: row.value(3, default: ""), published: row.timestamp(4),
            firstSeen: row.timestamp(5) ?? Timestamp(secondsSince1970: 0),
            duration: row.duration(6), link: row.value(7), season: row.value(8),
            number: row.value(9), summary: row.value(10), imageURL: row.value(11),
            enclosure: row.value(12, as: String.self).map {
                Enclosure(url: $0, type: row.value(13), length: row.value(14))
            },
            audio: EpisodeAudio(
                state: row.value(15, as: String.self).flatMap(AudioState.init(rawValue:)) ?? .none,
                file: row.value(16), bytes: row.value(17, default: 0), total: row.value(18),
                sha256: row.value(19), failure: Failure.read(from: row, at: 20)),
            position: row.duration(24) ?? .zero, isPlayed: row.value(25, default: false),
            isLiked: row.value(26, default: false), isRead: row.value(27, default: false),
            lastHeard: row.timestamp(28))
    }

    /// The statement of a query: for whole rows, or for their numbers only.
    static func sql(
        for query: EpisodeQuery, numbersOnly: Bool = false
    ) -> (String, [any SQLiteBindable]) {
        var values: [any SQLiteBindable] = []
        var conditions: [String] = []
        var joins = ""
        var order = newestFirst
        switch query.selection {
        case .all:
            conditions.append(visible)
        case .new:
            conditions += ["e.is_new", visible]
            order = "e.first_seen DESC, " + newestFirst
        case .liked:
            conditions.append("e.liked IS NOT NULL")
            order = "e.liked DESC"
        case .downloads:
            // The plus keeps SQLite from reading all by date where the few are known.
            conditions.append("e.id IN (SELECT episode_id FROM audio WHERE state <> 'none')")
            order = "+" + newestFirst
        case .queue:
            joins = " JOIN queue q ON q.episode_id = e.id"
            order = "q.rank, q.id"
        case .history:
            conditions.append("p.updated IS NOT NULL")
            order = "p.updated DESC"
        case .ids(let ids):
            // The list goes in as JSON, since the number of placeholders is limited.
            conditions.append("e.id IN (SELECT value FROM json_each(?))")
            values.append("[" + ids.map { String($0.rawValue) }.joined(separator: ",") + "]")
        }
        if let column = query.column {
            conditions.append("e.column_id = ?")
            values.append(column.rawValue)
        }
        if !query.states.isEmpty {
            let names = query.states.map { "'\($0.rawValue)'" }.joined(separator: ",")
            conditions.append("coalesce(a.state, 'none') IN (\(names))")
        }
        if let since = query.since {
            conditions.append("coalesce(e.published, e.first_seen) >= ?")
            values.append(since.secondsSince1970)
        }
        switch query.order {
        case .natural: break
        case .newest: order = newestFirst
        case .oldest: order = "coalesce(e.published, e.first_seen), e.id"
        case .title: order = "e.title COLLATE NOCASE, e.id"
        case .duration: order = "coalesce(e.measured_duration, e.duration, -1) DESC, e.id"
        }
        var tail = ""
        if !conditions.isEmpty {
            tail += " WHERE " + conditions.joined(separator: " AND ")
        }
        tail += " ORDER BY \(order)"
        if let limit = query.limit { values.append(limit) }
        if numbersOnly {
            // What no condition or order names, SQLite leaves out of the join.
            let sql =
                "SELECT e.id FROM episodes e" + joins
                + " LEFT JOIN audio a ON a.episode_id = e.id"
                + " LEFT JOIN positions p ON p.episode_id = e.id" + tail
            return (query.limit == nil ? sql : sql + " LIMIT ?", values)
        }
        guard query.limit != nil else { return (episodeQuery + joins + tail, values) }
        if !joins.isEmpty {
            return (episodeQuery + joins + tail + " LIMIT ?", values)
        }
        // The few are found by narrow rows first, since sorting whole ones of a large library is slow.
        let sql =
            episodeQuery + " WHERE e.id IN (SELECT e.id FROM episodes e"
            + " LEFT JOIN audio a ON a.episode_id = e.id"
            + " LEFT JOIN positions p ON p.episode_id = e.id" + tail + " LIMIT ?) ORDER BY \(order)"
        return (sql, values)
    }

    /// Of a removed column only what is downloaded or liked still shows.
    static let visible = """
        (e.column_id NOT IN (SELECT id FROM columns WHERE removed IS NOT NULL)
            OR e.liked IS NOT NULL OR a.file IS NOT NULL)
        """
}
