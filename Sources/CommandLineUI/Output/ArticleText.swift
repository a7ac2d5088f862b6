import ColumnModel
import TerminalText

/// An article as text for a terminal.
struct ArticleText {
    private let blocks: [ArticleBlock]
    /// The addresses of its links, in order; numbered from 1 in the text.
    let links: [String]

    init(_ article: Article) {
        switch article.format {
        case .html:
            var reader = HTMLTextReader(article.body)
            (blocks, links) = reader.read()
        case .text:
            blocks = article.body.split(omittingEmptySubsequences: false) { $0.isNewline }
                .split { $0.allSatisfy(\.isWhitespace) }
                .map {
                    ArticleBlock(text: $0.map(String.init).joined(separator: "\n"), kind: .code)
                }
            links = []
        }
    }

    /// The lines, no wider than `width`, safe for a terminal.
    func lines(width: Int, showsLinks: Bool = false) -> [String] {
        var lines: [String] = []
        for (index, block) in blocks.enumerated() {
            let isTight = block.kind == .item && index > 0 && blocks[index - 1].kind == .item
            if index > 0, !isTight { lines.append("") }
            let indent = String(repeating: "  ", count: block.depth)
            let text = showsLinks ? block.textWithNumbers : block.textWithoutNumbers
            let prefix =
                switch block.kind {
                case .item: indent + block.marker + " "
                case .quote: indent + "> "
                case .heading: "## "
                case .paragraph, .code: indent
                }
            let rest =
                block.kind == .quote
                ? prefix : String(repeating: " ", count: TextWidth.of(prefix))
            let wrapper = LineWrapper(width: max(width - TextWidth.of(prefix), 10))
            for (number, line) in wrapper.wrap(SafeText.lines(text)).enumerated() {
                lines.append((number == 0 ? prefix : rest) + line)
            }
        }
        if showsLinks, !links.isEmpty {
            lines.append("")
            for (index, link) in links.enumerated() {
                lines.append("[\(index + 1)] \(SafeText.line(link))")
            }
        }
        return lines
    }
}

/// A paragraph, heading, item or quotation.
struct ArticleBlock: Equatable {
    enum Kind: Equatable {
        case paragraph
        case heading
        case item
        case quote
        case code
    }

    /// The text; a link's number stands in it between the scalars U+E000 and U+E001.
    var text: String
    var kind: Kind
    /// How deep it lies in lists and quotations.
    var depth = 0
    /// What stands before an item.
    var marker = "-"

    var textWithNumbers: String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value != 0xE000 && $0.value != 0xE001 }))
    }

    var textWithoutNumbers: String {
        var isNumber = false
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xE000: isNumber = true
            case 0xE001: isNumber = false
            default: if !isNumber { result.append(scalar) }
            }
        }
        return String(result)
    }
}
