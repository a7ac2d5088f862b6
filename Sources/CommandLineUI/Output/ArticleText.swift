import ColumnModel

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
            for (number, line) in wrap(text, width - TextWidth.of(prefix)).enumerated() {
                lines.append((number == 0 ? prefix : rest) + line)
            }
        }
        if showsLinks, !links.isEmpty {
            lines.append("")
            for (index, link) in links.enumerated() {
                lines.append("[\(index + 1)] \(TerminalText.line(link))")
            }
        }
        return lines
    }

    /// Breaks at blanks, and within texts of scripts that have none where a line is full.
    private func wrap(_ text: String, _ width: Int) -> [String] {
        let width = max(width, 10)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            var lines: [String] = []
            var current = ""
            var taken = 0
            for word in TerminalText.line(line).split(separator: " ") {
                let length = TextWidth.of(word)
                if taken > 0, taken + 1 + length <= width {
                    current += " " + word
                    taken += 1 + length
                    continue
                }
                if taken > 0, length <= width {
                    lines.append(current)
                    (current, taken) = (String(word), length)
                    continue
                }
                if taken > 0 {
                    current += " "
                    taken += 1
                }
                for character in word {
                    let cells = TextWidth.of(character)
                    if taken + cells > width {
                        lines.append(current)
                        (current, taken) = ("", 0)
                    }
                    current.append(character)
                    taken += cells
                }
            }
            return lines + [current]
        }
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
