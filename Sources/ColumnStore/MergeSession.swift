public import ColumnModel
import JSONKit
import SQLiteKit

/// The open transaction in which what a feed says is merged into its column.
///
/// It lives inside `Store.merge` and on the store's thread only; an error thrown there takes all
/// of it back.
public final class MergeSession {
    /// The column.
    public let column: ColumnID
    /// The moment that all its rows get.
    public let moment: Timestamp

    private let connection: Connection
    private let journal: Journal
    private let index: SearchIndex
    /// Episodes that were inserted and are not in the column's counts yet.
    private var uncounted = 0

    init(column: ColumnID, moment: Timestamp, connection: Connection) throws(StoreError) {
        self.column = column
        self.moment = moment
        self.connection = connection
        do throws(SQLiteError) {
            journal = try Journal(connection, at: moment, by: .sync)
            index = try SearchIndex(connection)
        } catch {
            throw StoreError(error)
        }
    }

    /// What the library knows of the column's episodes, and which of them left the feed.
    public func knownEpisodes() throws(StoreError) -> [(
        id: EpisodeID, keys: EpisodeKeys, isAbsent: Bool
    )] {
        try mapped { () throws(SQLiteError) in
            try connection.rows(
                """
                SELECT id, guid, url_key, title_key, published, duration, content_hash,
                    absent_since IS NOT NULL
                FROM episodes WHERE column_id = ? ORDER BY id
                """, column.rawValue
            ) { row in
                (
                    EpisodeID(rawValue: row.value(0, default: 0)),
                    EpisodeKeys(
                        guid: row.value(1), urlKey: row.value(2),
                        titleKey: row.value(3, default: 0),
                        published: row.value(4), duration: row.value(5),
                        contentHash: row.value(6, default: 0)),
                    row.value(7, default: false)
                )
            }
        }
    }

    /// Adds an episode.
    public func insert(_ episode: ParsedEpisode, keys: EpisodeKeys, isNew: Bool, cause: String)
        throws(StoreError)
    {
        try mapped { () throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO episodes (column_id, guid, url_key, title_key, content_hash, title,
                    author, link, published, first_seen, duration, season, number, type,
                    is_explicit, image_url, summary, extensions, is_new)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, column.rawValue, keys.guid, keys.urlKey, keys.titleKey, keys.contentHash,
                episode.displayTitle, episode.author, episode.link,
                episode.published?.secondsSince1970, moment.secondsSince1970,
                episode.duration?.wholeMilliseconds, episode.season, episode.number, episode.type,
                episode.isExplicit, episode.imageURL, episode.summary,
                Self.json(of: episode.extensions), isNew)
            let id = connection.lastInsertedRow
            try writeParts(of: episode, id)
            try journal.write(.episode, id, "added", cause: cause)
            uncounted += 1
        }
    }

    /// Adds what was inserted to the column's counts.
    func count() throws(StoreError) {
        guard uncounted > 0 else { return }
        try mapped { () throws(SQLiteError) in
            try ColumnCounts.add(uncounted, to: column.rawValue, connection)
        }
        uncounted = 0
    }

    /// Brings a known episode to what the feed says now, under the keys of now.
    public func update(
        _ id: EpisodeID, with episode: ParsedEpisode, keys: EpisodeKeys, change: String,
        cause: String, before: String? = nil, after: String? = nil
    ) throws(StoreError) {
        try mapped { () throws(SQLiteError) in
            try index.remove(id.rawValue)
            try connection.run(
                """
                UPDATE episodes SET guid = ?, url_key = ?, title_key = ?, content_hash = ?,
                    title = ?, author = ?, link = ?, published = ?, duration = ?, season = ?,
                    number = ?, type = ?, is_explicit = ?, image_url = ?, summary = ?,
                    extensions = ?, absent_since = NULL
                WHERE id = ?
                """, keys.guid, keys.urlKey, keys.titleKey, keys.contentHash, episode.displayTitle,
                episode.author, episode.link, episode.published?.secondsSince1970,
                episode.duration?.wholeMilliseconds, episode.season, episode.number, episode.type,
                episode.isExplicit, episode.imageURL, episode.summary,
                Self.json(of: episode.extensions), id.rawValue)
            try connection.run("DELETE FROM articles WHERE episode_id = ?", id.rawValue)
            try connection.run("DELETE FROM enclosures WHERE episode_id = ?", id.rawValue)
            try connection.run(
                "DELETE FROM chapters WHERE episode_id = ? AND source = 'feed'", id.rawValue)
            try writeParts(of: episode, id.rawValue)
            try index.putBack(id.rawValue)
            try journal.write(
                .episode, id.rawValue, change, cause: cause, before: before, after: after)
        }
    }

    /// Notes that episodes have left the feed, or have come back; they stay in any case.
    public func setAbsent(_ ids: [EpisodeID], _ isAbsent: Bool) throws(StoreError) {
        try mapped { () throws(SQLiteError) in
            for id in ids {
                try connection.run(
                    "UPDATE episodes SET absent_since = ? WHERE id = ?",
                    isAbsent ? moment.secondsSince1970 : nil, id.rawValue)
                try journal.write(
                    .episode, id.rawValue, isAbsent ? "left the feed" : "came back",
                    cause: "feed")
            }
        }
    }

    /// Brings the column to what its feed says of itself, and keeps the state of the fetch.
    public func finish(feed: ParsedFeed, state: FeedState) throws(StoreError) {
        // Before what waits is marked as played, which the counts follow.
        try count()
        try mapped { () throws(SQLiteError) in
            try connection.run(
                """
                UPDATE columns SET title = coalesce(?, title), author = ?, summary = ?, link = ?,
                    language = ?, image_url = ?, is_serial = ?, guid = coalesce(?, guid),
                    extensions = ?
                WHERE id = ?
                """, feed.title, feed.author, feed.summary, feed.link, feed.language,
                feed.imageURL, feed.isSerial ?? false, feed.guid,
                Self.json(of: feed.extensions) ?? "[]", column.rawValue)
            try state.write(for: column, to: connection)
            try PendingStates(connection, journal, at: moment).apply(to: column.rawValue)
        }
    }
}

extension MergeSession {
    private func mapped<Value>(_ body: () throws(SQLiteError) -> Value) throws(StoreError) -> Value
    {
        do throws(SQLiteError) {
            return try body()
        } catch {
            throw StoreError(error)
        }
    }

    private func writeParts(of episode: ParsedEpisode, _ id: Int64) throws(SQLiteError) {
        if let article = episode.content {
            try connection.run(
                "INSERT INTO articles (episode_id, format, body) VALUES (?, ?, ?)", id,
                article.format.rawValue, article.body)
        }
        for (ordinal, enclosure) in episode.media.enumerated() {
            try connection.run(
                "INSERT INTO enclosures (episode_id, ordinal, url, type, length) VALUES (?, ?, ?, ?, ?)",
                id, ordinal, enclosure.url, enclosure.type, enclosure.length)
        }
        for attachment in Attachment.offered(by: episode) {
            // One that was fetched before keeps its body.
            try connection.run(
                """
                INSERT OR IGNORE INTO attachments (episode_id, kind, url, type, language)
                VALUES (?, ?, ?, ?, ?)
                """, id, attachment.kind.rawValue, attachment.url, attachment.type,
                attachment.language)
        }
        for (ordinal, chapter) in episode.chapters.enumerated() {
            try connection.run(
                """
                INSERT INTO chapters (episode_id, source, ordinal, start, "end", title, url, image_url)
                VALUES (?, 'feed', ?, ?, ?, ?, ?, ?)
                """, id, ordinal, chapter.start.wholeMilliseconds,
                chapter.end?.wholeMilliseconds, chapter.title, chapter.url, chapter.imageURL)
        }
    }

    private static func json(of extensions: [ParsedExtension]) -> String? {
        guard !extensions.isEmpty else { return nil }
        var writer = JSONWriter()
        write(extensions, to: &writer)
        return writer.text
    }

    private static func write(_ extensions: [ParsedExtension], to writer: inout JSONWriter) {
        writer.array { writer in
            for element in extensions {
                writer.object { writer in
                    writer.member("name", element.name)
                    for attribute in element.attributes {
                        writer.member("@" + attribute.name, attribute.value)
                    }
                    if !element.text.isEmpty {
                        writer.member("text", element.text)
                    }
                    if !element.children.isEmpty {
                        writer.key("children")
                        write(element.children, to: &writer)
                    }
                }
            }
        }
    }
}

extension ParsedEpisode {
    /// The title, or what stands in for it where the feed gives none.
    var displayTitle: String {
        title ?? link ?? guid ?? enclosures.first?.url ?? "(no title)"
    }
}

extension Store {
    /// Merges a feed into its column in one transaction; an error takes all of it back.
    ///
    /// The closure runs on the store's thread and holds the write lock: it is to be quick.
    public func merge<Value: Sendable>(
        into column: ColumnID, _ body: @Sendable (MergeSession) throws -> Value
    ) throws -> Value {
        let moment = now()
        let value = try connection.write { () throws(any Error) in
            let session = try MergeSession(column: column, moment: moment, connection: connection)
            let value = try body(session)
            try session.count()
            return value
        } orThrow: {
            StoreError($0)
        }
        changes.send(.columns)
        changes.send(.episodes(column))
        return value
    }
}
