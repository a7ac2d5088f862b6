/// A piece of a paragraph.
struct ArticleInline: Equatable, Sendable {
    enum Content: Equatable, Sendable {
        /// Text on one line, safe for a terminal.
        case text(String)
        case lineBreak
        /// A picture: the words for it, and where it is.
        case image(alternative: String, source: String)
    }

    var content: Content
    var style: InlineStyle
    /// The place of its link among the document's links.
    var link: Int?

    /// Whether there is anything to be seen.
    var isVisible: Bool {
        switch content {
        case .text(let text): !text.allSatisfy { $0.isWhitespace || $0 == "\u{200B}" }
        case .lineBreak: false
        case .image: true
        }
    }
}

extension [ArticleInline] {
    /// The words without any marks; line ends as `\n`.
    var words: String {
        map { inline in
            switch inline.content {
            case .text(let text): text
            case .lineBreak: "\n"
            case .image(let alternative, _): ImageText.text(alternative)
            }
        }.joined()
    }
}
