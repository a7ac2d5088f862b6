public import ColumnModel

/// One server's version of an episode's file, and which bytes of it are held.
public struct Rendition: Sendable, Equatable {
    /// The address that was asked for.
    public var url: String
    /// The address that answered, after redirects.
    public var effectiveURL: String
    /// The entity tag as received.
    public var etag: String?
    /// The Last-Modified field as received.
    public var lastModified: String?
    /// The Date field of the response that gave `lastModified`.
    public var serverDate: String?
    /// The Content-Type field as received.
    public var contentType: String?
    /// The Repr-Digest field as received.
    public var digest: String?
    /// The length of the whole; nil until it is known.
    public var total: Int64?
    /// Whether two of its ranges are joined on equal bytes alone, without a validator.
    public var isUnproven: Bool
    /// The bytes of it that are held.
    public var ranges: ByteRangeSet

    /// Makes a rendition of which nothing is held.
    public init(
        url: String, effectiveURL: String, etag: String? = nil, lastModified: String? = nil,
        serverDate: String? = nil, contentType: String? = nil, digest: String? = nil,
        total: Int64? = nil, isUnproven: Bool = false, ranges: ByteRangeSet = ByteRangeSet()
    ) {
        self.url = url
        self.effectiveURL = effectiveURL
        self.etag = etag
        self.lastModified = lastModified
        self.serverDate = serverDate
        self.contentType = contentType
        self.digest = digest
        self.total = total
        self.isUnproven = isUnproven
        self.ranges = ranges
    }
}
