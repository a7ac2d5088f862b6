public import ColumnModel

/// Something a server has under an address: bytes with their type and validators.
public struct Content: Sendable {
    /// The whole body.
    public var bytes: [UInt8]
    /// The Content-Type.
    public var type: String
    /// The ETag with its quotes (and `W/` where weak), or none.
    public var etag: String?
    /// The Last-Modified date, or none.
    public var lastModified: Timestamp?
    /// Whether Range is understood; else every answer is the whole body.
    public var acceptsRanges: Bool

    /// Makes content; without validators unless they are given.
    public init(
        _ bytes: [UInt8], type: String = "audio/mpeg", etag: String? = nil,
        lastModified: Timestamp? = nil, acceptsRanges: Bool = true
    ) {
        self.bytes = bytes
        self.type = type
        self.etag = etag
        self.lastModified = lastModified
        self.acceptsRanges = acceptsRanges
    }

    /// Makes content of text in UTF-8, as feeds and pages are.
    public init(
        text: String, type: String = "application/rss+xml; charset=utf-8", etag: String? = nil,
        lastModified: Timestamp? = nil
    ) {
        self.init(Array(text.utf8), type: type, etag: etag, lastModified: lastModified)
    }
}
