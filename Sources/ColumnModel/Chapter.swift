/// A named stretch of an episode.
public struct Chapter: Sendable, Hashable {
    /// Where it begins, in media time.
    public let start: Duration
    /// Where it ends; nil: at the next one's start.
    public let end: Duration?
    /// Its title.
    public let title: String
    /// A page that belongs to it.
    public let url: String?
    /// A picture that belongs to it.
    public let imageURL: String?

    /// Makes a chapter.
    public init(
        start: Duration, end: Duration? = nil, title: String, url: String? = nil,
        imageURL: String? = nil
    ) {
        self.start = start
        self.end = end
        self.title = title
        self.url = url
        self.imageURL = imageURL
    }
}
