public import ColumnModel
import SQLiteKit

/// An image of an article.
public struct ArticleImage: Sendable, Equatable {
    /// Its address as the article has it.
    public let source: String
    /// Its whole address.
    public let url: String
    /// The file's name in the images folder; nil where it could not be had.
    public let file: String?
    /// How many bytes the file has.
    public let bytes: Int

    /// Makes an image.
    public init(source: String, url: String, file: String?, bytes: Int) {
        self.source = source
        self.url = url
        self.file = file
        self.bytes = bytes
    }
}

extension Store {
    /// The images that are known of an article.
    public func images(of id: EpisodeID) throws(StoreError) -> [ArticleImage] {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                "SELECT source, url, file, bytes FROM images WHERE episode_id = ?", id.rawValue
            ) { row in
                ArticleImage(
                    source: row.value(0, default: ""), url: row.value(1, default: ""),
                    file: row.value(2), bytes: row.value(3, default: 0))
            }
        }
    }

    /// Episodes of a column whose articles have not been looked at for images, the newest first.
    public func episodesWithoutImages(of column: ColumnID, limit: Int) throws(StoreError)
        -> [EpisodeID]
    {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT e.id FROM episodes e JOIN articles a ON a.episode_id = e.id
                WHERE e.column_id = ? AND a.images_checked IS NULL
                ORDER BY coalesce(e.published, e.first_seen) DESC LIMIT ?
                """, column.rawValue, limit
            ) { EpisodeID(rawValue: $0.value(0, default: 0)) }
        }
    }

    /// The file that holds the image of an address; nil where there is none.
    public func imageFile(of url: String) throws(StoreError) -> (file: String, bytes: Int)? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT file, bytes FROM images WHERE url = ? AND file IS NOT NULL LIMIT 1", url
            ) { ($0.value(0, default: ""), $0.value(1, default: 0)) }
        }
    }

    /// Keeps what became of the images of an article.
    ///
    /// - Parameter isFinal: false where they are to be asked for again.
    public func keepImages(_ images: [ArticleImage], of id: EpisodeID, isFinal: Bool)
        throws(StoreError)
    {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            try connection.run("DELETE FROM images WHERE episode_id = ?", id.rawValue)
            for image in images {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO images (episode_id, source, url, file, bytes)
                    SELECT id, ?2, ?3, ?4, ?5 FROM episodes WHERE id = ?1
                    """, id.rawValue, image.source, image.url, image.file, image.bytes)
            }
            try connection.run(
                "UPDATE articles SET images_checked = ? WHERE episode_id = ?",
                isFinal ? moment.secondsSince1970 : nil, id.rawValue)
        }
    }

    /// The names of all image files that articles need.
    public func imageFiles() throws(StoreError) -> Set<String> {
        try read { (connection) throws(SQLiteError) in
            Set(
                try connection.rows("SELECT DISTINCT file FROM images WHERE file IS NOT NULL") {
                    $0.value(0, default: "")
                })
        }
    }
}
