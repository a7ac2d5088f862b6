public import ColumnModel

/// An article, read.
public struct ArticleDocument: Equatable, Sendable {
    let blocks: [ArticleBlock]
    /// Its links in order, each address once.
    public let links: [ArticleLink]

    /// Reads an article as its format says.
    public init(_ article: Article) {
        switch article.format {
        case .html: self.init(html: article.body)
        case .text: self.init(text: article.body)
        }
    }

    /// Reads HTML of any quality; never fails, and takes time in proportion to its length.
    public init(html: String) {
        (blocks, links) = HTMLArticleBuilder.read(html)
    }

    /// Reads plain text: blank lines part paragraphs, line ends stay.
    public init(text: String) {
        (blocks, links) = PlainArticleBuilder.read(text)
    }

    /// Whether there is nothing to read.
    public var isEmpty: Bool { blocks.isEmpty }

    /// The lines for a terminal.
    public func lines(_ options: ArticleTextOptions = ArticleTextOptions()) -> [String] {
        TextRenderer(options: options, links: links).lines(of: self)
    }

    /// The line at which each paragraph (block) begins in `lines` of the same options.
    public func lineStarts(_ options: ArticleTextOptions = ArticleTextOptions()) -> [Int] {
        TextRenderer(options: options, links: links).lineStarts(of: self)
    }

    /// The text for a terminal; ends with a line end unless it is empty.
    public func text(_ options: ArticleTextOptions = ArticleTextOptions()) -> String {
        lines(options).map { $0 + "\n" }.joined()
    }

    /// The article as Markdown (CommonMark with tables).
    ///
    /// - Parameter imageFiles: the files that hold images, by the addresses that the article has.
    public func markdown(imageFiles: [String: String] = [:]) -> String {
        MarkdownRenderer(links: links, imageFiles: imageFiles).text(of: blocks)
    }

    /// The words of the article, a paragraph a line: for searching and time stamps.
    public func plainText() -> String {
        text(ArticleTextOptions(width: .max, showsLinks: false))
    }

    /// The time stamps in `plainText()`, in its order.
    public func timeMarks() -> [TimeMark] {
        TimeScanner.marks(in: plainText())
    }

    /// The chapters that the article lists: lines with a time stamp at an edge and a few words beside
    /// it, ascending, before the end of the media.
    ///
    /// Two lines make a list if it begins in the first minute, else three: sentences name times too.
    public func chapters(upTo duration: Duration? = nil) -> [Chapter] {
        var chapters: [Chapter] = []
        for mark in timeMarks() where mark.isAtEdge && !mark.label.isEmpty {
            if mark.label.utf8.count > 150 { continue }
            if let duration, mark.time >= duration { continue }
            if let last = chapters.last, mark.time <= last.start { continue }
            chapters.append(Chapter(start: mark.time, title: mark.label))
        }
        let least = chapters.first.map { $0.start < .seconds(60) ? 2 : 3 } ?? 0
        return chapters.count < least ? [] : chapters
    }
}
