/// A feed that a web page names.
public struct ParsedFeedLink: Sendable, Hashable {
    /// The feed's address.
    public let url: String
    /// The title that the page gives it.
    public let title: String?
    /// The media type that the page gives it, in lower case.
    public let type: String?

    /// Makes a link.
    public init(url: String, title: String?, type: String?) {
        self.url = url
        self.title = title
        self.type = type
    }
}
