/// The text of an episode, as its publisher sent it.
public struct Article: Sendable, Equatable {
    /// What kind of text it is.
    public enum Format: String, Sendable {
        /// HTML, not cleaned.
        case html
        /// Plain text.
        case text
    }

    /// The text as received.
    public let body: String
    /// How to read it.
    public let format: Format

    /// Makes an article.
    public init(body: String, format: Format) {
        self.body = body
        self.format = format
    }
}
