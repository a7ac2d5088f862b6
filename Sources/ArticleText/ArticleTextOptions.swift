/// How an article is set as terminal text.
public struct ArticleTextOptions: Hashable, Sendable {
    /// The cells of a line.
    ///
    /// Only addresses in the list of links may be longer: cut, they could not be copied.
    public var width: Int
    /// Whether weight and colour are shown by escape sequences.
    public var usesStyles: Bool
    /// Whether links get numbers and are listed at the end.
    public var showsLinks: Bool
    /// Whether bullets and lines may be other than ASCII.
    public var isUnicode: Bool
    /// The files that hold images, by the addresses that the article has.
    public var imageFiles: [String: String] = [:]

    /// Makes options.
    public init(
        width: Int = 80, usesStyles: Bool = false, showsLinks: Bool = true, isUnicode: Bool = true
    ) {
        self.width = width
        self.usesStyles = usesStyles
        self.showsLinks = showsLinks
        self.isUnicode = isUnicode
    }
}
