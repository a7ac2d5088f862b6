/// Why bytes could not be read as a feed at all.
public enum FeedParsingError: Error, Sendable, Hashable {
    /// There is nothing in it.
    case empty
    /// It is something else.
    case notAFeed(Content)

    /// What something that is no feed seems to be.
    public enum Content: Sendable, Hashable {
        /// An HTML page; it may name feeds (`FeedDiscovery`).
        case webPage
        /// A list of subscriptions.
        case opml
        /// XML with another root element.
        case xml(root: String)
        /// JSON that is no JSON Feed.
        case json
        /// Text of another kind.
        case text
        /// Audio, pictures, archives and the like.
        case binary
    }
}
