public import ColumnModel
import SQLiteKit

extension Store {
    /// The attachments of an episode, in the order of the feed.
    public func attachments(of id: EpisodeID) throws(StoreError) -> [Attachment] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT kind, url, type, language, body FROM attachments
                WHERE episode_id = ? ORDER BY id
                """, id.rawValue
            ) { row in
                Attachment(
                    kind: Attachment.Kind(rawValue: row.value(0, default: "")) ?? .transcript,
                    url: row.value(1, default: ""), type: row.value(2), language: row.value(3),
                    body: row.value(4))
            }
        }
    }

    /// Keeps the fetched bytes of an attachment.
    public func keep(_ body: [UInt8], of attachment: Attachment, for id: EpisodeID)
        throws(StoreError)
    {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                UPDATE attachments SET body = ?, fetched = ?
                WHERE episode_id = ? AND kind = ? AND url = ?
                """, body, moment.secondsSince1970, id.rawValue, attachment.kind.rawValue,
                attachment.url)
        }
    }

    /// Keeps what is said in an episode, for the full-text index; the first one that can be read
    /// counts, until it changes.
    public func keepTranscript(_ text: String, from url: String, of id: EpisodeID)
        throws(StoreError)
    {
        try write { (connection) throws(SQLiteError) in
            let isOther =
                try connection.firstRow(
                    "SELECT url <> ? FROM transcripts WHERE episode_id = ?", url, id.rawValue
                ) { $0.value(0, default: false) } ?? false
            guard !isOther else { return }
            let index = try SearchIndex(connection)
            try index.remove(id.rawValue)
            try connection.run(
                """
                INSERT INTO transcripts (episode_id, url, body)
                SELECT id, ?2, ?3 FROM episodes WHERE id = ?1
                ON CONFLICT DO UPDATE SET body = ?3
                """, id.rawValue, url, text)
            try index.putBack(id.rawValue)
        }
    }

    /// What is said in an episode, as plain text; nil where no transcript is kept.
    public func transcript(of id: EpisodeID) throws(StoreError) -> String? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT body FROM transcripts WHERE episode_id = ?", id.rawValue
            ) { $0.value(0, default: "") }
        }
    }

    /// Where a list of chapters comes from; the first that has any is shown.
    public enum ChapterSource: String, Sendable {
        /// A JSON document that the feed names.
        case json
        /// The feed itself (psc).
        case feed
        /// The audio file's tag.
        case id3
        /// Time stamps in the notes.
        case notes
    }

    /// Replaces an episode's chapters of one source.
    public func setChapters(_ chapters: [Chapter], from source: ChapterSource, of id: EpisodeID)
        throws(StoreError)
    {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                "DELETE FROM chapters WHERE episode_id = ? AND source = ?", id.rawValue,
                source.rawValue)
            for (ordinal, chapter) in chapters.enumerated() {
                try connection.run(
                    """
                    INSERT INTO chapters
                        (episode_id, source, ordinal, start, "end", title, url, image_url)
                    SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM episodes WHERE id = ?1
                    """, id.rawValue, source.rawValue, ordinal, chapter.start.wholeMilliseconds,
                    chapter.end?.wholeMilliseconds, chapter.title, chapter.url, chapter.imageURL)
            }
        }
    }
}
