/// A chapter that stands in the file itself.
public struct MediaChapter: Hashable, Sendable {
    /// Where it begins.
    public let start: Duration
    /// Where it ends, if the file says so.
    public let end: Duration?
    /// Its title; empty where it has none.
    public let title: String
    /// A link that belongs to it.
    public let url: String?
    /// The titles of the parts of a table of contents that it stands in, the outermost first.
    public let headings: [String]

    /// Makes a chapter.
    public init(
        start: Duration, end: Duration? = nil, title: String, url: String? = nil,
        headings: [String] = []
    ) {
        self.headings = headings
        self.start = start
        self.end = end
        self.title = title
        self.url = url
    }
}
