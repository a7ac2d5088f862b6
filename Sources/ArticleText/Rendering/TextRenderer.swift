internal import TerminalText

/// Sets an article as lines of a terminal.
struct TextRenderer {
    /// Below this width nested blocks are no longer indented.
    private static let narrow = 20

    let options: ArticleTextOptions
    let links: [ArticleLink]

    func lines(of document: ArticleDocument) -> [String] {
        var lines = lines(of: document.blocks, width: max(1, options.width))
        if options.showsLinks {
            let notes = footnotes()
            if !notes.isEmpty {
                lines += (lines.isEmpty ? [] : [""]) + notes
            }
        }
        return lines.map(Self.withoutBlanksAtEnd)
    }

    /// The line at which each block begins.
    func lineStarts(of document: ArticleDocument) -> [Int] {
        var count = 0
        return document.blocks.map { block in
            let added = lines(of: [block], width: max(1, options.width)).count
            if count > 0, added > 0 { count += 1 }
            defer { count += added }
            return count
        }
    }

    private static func withoutBlanksAtEnd(_ line: String) -> String {
        guard line.utf8.last == 0x20 else { return line }
        guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
        return String(line[...last])
    }

    /// The lines of some blocks with empty lines between them.
    func lines(of blocks: [ArticleBlock], width: Int, isTight: Bool = false) -> [String] {
        var lines: [String] = []
        for block in blocks {
            let added = self.lines(of: block, width: width)
            if !lines.isEmpty, !added.isEmpty, !isTight {
                lines.append("")
            }
            lines += added
        }
        return lines
    }

    private func lines(of block: ArticleBlock, width: Int) -> [String] {
        switch block {
        case .paragraph(let inlines):
            return styled(inlines).lines(LineWrapper(width: width))
        case .heading(let level, let inlines): return heading(inlines, level: level, width: width)
        case .list(let first, let items): return list(items, first: first, width: width)
        case .quote(let blocks):
            let mark = options.isUnicode ? "│ " : "> "
            return indented(blocks, by: style(mark, .dim), width: width, markWidth: 2)
        case .code(let text): return code(text, width: width)
        case .rule:
            let glyph = options.isUnicode ? "─" : "-"
            return [style(String(repeating: glyph, count: min(width, 40)), .dim)]
        case .table(let table): return TableRenderer(text: self, table: table).lines(width: width)
        case .definitions(let definitions):
            return self.definitions(definitions, width: width)
        }
    }

    // MARK: Blocks

    private func heading(_ inlines: [ArticleInline], level: Int, width: Int) -> [String] {
        let look: TextStyle = level == 1 ? [.bold, .underline] : .bold
        let lines = styled(inlines, base: options.usesStyles ? look : []).lines(
            LineWrapper(width: width))
        guard !options.usesStyles, level <= 2 else { return lines }
        let length = lines.map { TextWidth.of($0) }.max() ?? 0
        return lines + [String(repeating: level == 1 ? "=" : "-", count: length)]
    }

    private func list(_ items: [[ArticleBlock]], first: Int?, width: Int) -> [String] {
        let isTight = items.allSatisfy(Self.isTight)
        let last = (first ?? 0) + items.count - 1
        let digits = max(String(first ?? 0).count, String(last).count)
        var lines: [String] = []
        for (offset, item) in items.enumerated() {
            let mark =
                first.map { TextWidth.pad("\($0 + offset).", to: digits + 1, isRight: true) + " " }
                ?? (options.isUnicode ? "• " : "* ")
            if !isTight, offset > 0 {
                lines.append("")
            }
            lines += hanging(item, mark: mark, width: width, isTight: isTight)
        }
        return lines
    }

    /// Whether an item is a paragraph with lists below it, and needs no empty lines.
    private static func isTight(_ item: [ArticleBlock]) -> Bool {
        item.enumerated().allSatisfy { offset, block in
            switch block {
            case .paragraph: offset == 0
            case .list: true
            default: false
            }
        }
    }

    /// Blocks beside a mark.
    private func hanging(
        _ blocks: [ArticleBlock], mark: String, width: Int, isTight: Bool
    ) -> [String] {
        let markWidth = TextWidth.of(mark)
        let isNarrow = width - markWidth < Self.narrow
        if isNarrow {
            // The mark stands in the first line; the others use the whole width.
            let inner = lines(of: blocks, width: max(1, width - markWidth), isTight: isTight)
            return inner.enumerated().map { $0 == 0 ? mark + $1 : $1 }
        }
        let blank = String(repeating: " ", count: markWidth)
        return lines(of: blocks, width: width - markWidth, isTight: isTight).enumerated().map {
            $0 == 0 ? mark + $1 : $1.isEmpty ? "" : blank + $1
        }
    }

    private func indented(
        _ blocks: [ArticleBlock], by mark: String, width: Int, markWidth: Int
    ) -> [String] {
        guard width - markWidth >= Self.narrow else { return lines(of: blocks, width: width) }
        return lines(of: blocks, width: width - markWidth).map { mark + $0 }
    }

    private func code(_ text: String, width: Int) -> [String] {
        let indent = width >= Self.narrow + 4 ? 4 : 0
        let blank = String(repeating: " ", count: indent)
        let wrapper = LineWrapper(width: width - indent)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            wrapper.cut(String(line)).map { $0.isEmpty ? "" : blank + style($0, .cyan) }
        }
    }

    private func definitions(_ definitions: [ArticleDefinition], width: Int) -> [String] {
        var lines: [String] = []
        for (offset, definition) in definitions.enumerated() {
            switch definition {
            case .term(let inlines):
                if offset > 0, case .meaning = definitions[offset - 1] {
                    lines.append("")
                }
                lines += styled(inlines, base: options.usesStyles ? .bold : []).lines(
                    LineWrapper(width: width))
            case .meaning(let blocks):
                lines += indented(blocks, by: "    ", width: width, markWidth: 4)
            }
        }
        return lines
    }

    // MARK: Links

    /// The lines that say where links lead; those whose words are the address need none.
    private func footnotes() -> [String] {
        links.indices.filter { hasNumber($0) }.map {
            style("[\($0 + 1)]", .dim) + " " + links[$0].url
        }
    }

    private func hasNumber(_ link: Int) -> Bool {
        let text = links[link].text
        let url = links[link].url
        guard !text.isEmpty else { return true }
        for scheme in ["", "http://", "https://", "mailto:"] {
            for end in ["", "/"] where scheme + text + end == url { return false }
        }
        return true
    }

    // MARK: Text

    func style(_ text: String, _ style: TextStyle) -> String {
        options.usesStyles ? style.apply(to: text) : text
    }

    /// A paragraph with its styles, the numbers of its links, and its time stamps made visible.
    func styled(_ inlines: [ArticleInline], base: TextStyle = []) -> StyledText {
        var result = StyledText()
        for (index, inline) in inlines.enumerated() {
            let look = options.usesStyles ? base.union(Self.look(of: inline)) : []
            switch inline.content {
            case .text(let text): append(text, look, to: &result)
            case .lineBreak: result.append("\n")
            case .image(let alternative, let source):
                let text = ImageText.text(alternative, file: options.imageFiles[source])
                result.append(text, options.usesStyles ? [.dim] : [])
            }
            let next = index + 1 < inlines.count ? inlines[index + 1].link : nil
            if options.showsLinks, let link = inline.link, next != link, hasNumber(link) {
                result.append("[\(link + 1)]", options.usesStyles ? [.dim] : [])
            }
        }
        return result
    }

    private func append(_ text: String, _ look: TextStyle, to result: inout StyledText) {
        guard options.usesStyles else {
            result.append(text)
            return
        }
        var text = text
        text.withUTF8 { bytes in
            var from = 0
            func piece(_ range: Range<Int>) -> String {
                String(decoding: bytes[range], as: UTF8.self)
            }
            for (_, range) in TimeScanner.ranges(in: bytes) {
                result.append(piece(from..<range.lowerBound), look)
                result.append(piece(range), look.union(.cyan))
                from = range.upperBound
            }
            result.append(piece(from..<bytes.count), look)
        }
    }

    private static func look(of inline: ArticleInline) -> TextStyle {
        var look: TextStyle = []
        if inline.style.contains(.strong) { look.insert(.bold) }
        if inline.style.contains(.emphasis) { look.insert(.italic) }
        if inline.style.contains(.deleted) { look.insert(.strikethrough) }
        if inline.style.contains(.code) { look.insert(.cyan) }
        if inline.link != nil { look.insert(.underline) }
        return look
    }
}
