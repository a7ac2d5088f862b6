/// A link of an article.
public struct ArticleLink: Hashable, Sendable {
    /// The address as the article has it, without blanks and control characters.
    public let url: String
    /// The words that are linked, the first time that it occurs.
    public internal(set) var text: String
}
