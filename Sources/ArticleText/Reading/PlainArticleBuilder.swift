internal import TerminalText

/// Builds an article's blocks from plain text.
enum PlainArticleBuilder {
    static func read(_ text: String) -> ([ArticleBlock], [ArticleLink]) {
        var blocks: [ArticleBlock] = []
        var links = LinkList()
        var paragraph: [ArticleInline] = []
        for line in SafeText.lines(TabStops.expanded(text)).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.allSatisfy(\.isWhitespace) {
                if !paragraph.isEmpty {
                    blocks.append(.paragraph(paragraph))
                }
                paragraph = []
                continue
            }
            if !paragraph.isEmpty {
                paragraph.append(ArticleInline(content: .lineBreak, style: [], link: nil))
            }
            paragraph += inlines(of: line, &links)
        }
        if !paragraph.isEmpty {
            blocks.append(.paragraph(paragraph))
        }
        return (blocks, links.links)
    }

    private static func inlines(of line: Substring, _ links: inout LinkList) -> [ArticleInline] {
        var bytes = Array(line.utf8)
        while bytes.last == 0x20 {
            bytes.removeLast()
        }
        var inlines: [ArticleInline] = []
        func add(_ range: Range<Int>, link: Int?) {
            guard !range.isEmpty else { return }
            let text = String(decoding: bytes[range], as: UTF8.self)
            inlines.append(ArticleInline(content: .text(text), style: [], link: link))
        }
        var from = 0
        while let range = Autolink.next(in: bytes, from: from) {
            add(from..<range.lowerBound, link: nil)
            let address = String(decoding: bytes[range], as: UTF8.self)
            let number = links.number(of: address)
            if let number {
                links.name(number, address)
            }
            add(range, link: number)
            from = range.upperBound
        }
        add(from..<bytes.count, link: nil)
        return inlines
    }
}
