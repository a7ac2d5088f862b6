/// The head of the final response, after redirects.
public struct HTTPResponseHead: Sendable, Equatable {
    /// The status code.
    public let status: Int
    /// The HTTP version, as `1.1` or `2`.
    public let version: String
    /// The header fields of this response only.
    public let fields: HTTPFields
    /// The address that answered, without a login.
    public let effectiveURL: String
    /// The redirects that led there.
    public let redirects: [HTTPRedirect]

    /// Makes a head.
    public init(
        status: Int, version: String = "1.1", fields: HTTPFields, effectiveURL: String,
        redirects: [HTTPRedirect] = []
    ) {
        self.status = status
        self.version = version
        self.fields = fields
        self.effectiveURL = effectiveURL
        self.redirects = redirects
    }
}

extension HTTPResponseHead {
    /// The entity tag.
    public var entityTag: EntityTag? { fields["etag"].flatMap(EntityTag.init) }
    /// Which bytes a 206 or 416 speaks of.
    public var contentRange: ContentRange? { fields["content-range"].flatMap(ContentRange.init) }
    /// The length of the body as it travels.
    public var contentLength: Int64? { fields["content-length"].flatMap { Int64($0) } }
    /// When the resource last changed.
    public var lastModified: HTTPDate? { fields["last-modified"].flatMap(HTTPDate.init) }
    /// The server's clock.
    public var date: HTTPDate? { fields["date"].flatMap(HTTPDate.init) }
    /// When to ask again.
    public var retryAfter: RetryAfter? { fields["retry-after"].flatMap(RetryAfter.init) }
    /// How long the response stays fresh, and the like.
    public var cacheControl: CacheControl {
        CacheControl(fields.values(of: "cache-control").joined(separator: ","))
    }
    /// The type of the body as the server labels it.
    public var mediaType: MediaType? { fields["content-type"].flatMap(MediaType.init) }
    /// Digests of the whole resource.
    public var digests: ReprDigest {
        ReprDigest(fields.values(of: "repr-digest").joined(separator: ","))
    }
    /// The content coding; nil for plain bytes.
    public var contentEncoding: String? {
        fields["content-encoding"].map { $0.lowercased() }.flatMap {
            $0.isEmpty || $0 == "identity" ? nil : $0
        }
    }
}
