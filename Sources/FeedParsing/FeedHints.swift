/// What the transport knows of a feed's bytes.
public struct FeedHints: Sendable, Equatable {
    /// The Content-Type header's value; its charset counts.
    public var contentType: String?
    /// The address to which the feed's relative addresses are relative (Content-Location, else the
    /// address after redirects).
    public var baseURL: String?

    /// Makes hints.
    public init(contentType: String? = nil, baseURL: String? = nil) {
        self.contentType = contentType
        self.baseURL = baseURL
    }

    /// The charset parameter of the content type.
    var charset: String? {
        guard let contentType else { return nil }
        for parameter in contentType.split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].utf8.filter({ $0 > 32 }).count == 7,
                pair[0].lowercased().contains("charset")
            else { continue }
            return String(pair[1])
        }
        return nil
    }
}
