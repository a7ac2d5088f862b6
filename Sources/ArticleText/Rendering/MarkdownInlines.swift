/// Writes the pieces of a paragraph as Markdown.
struct MarkdownInlines {
    let links: [ArticleLink]
    var imageFiles: [String: String] = [:]

    /// The lines of a paragraph; all but the last end with the mark of a line break.
    func lines(of inlines: [ArticleInline]) -> [String] {
        var lines = text(of: inlines, lineBreak: "\\\n").split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        for index in lines.indices {
            lines[index] = escapingStart(lines[index])
        }
        return lines
    }

    /// The text of a table's cell.
    func cell(_ inlines: [ArticleInline]) -> String {
        text(of: inlines, lineBreak: "<br>").split(
            separator: "|", omittingEmptySubsequences: false
        ).joined(separator: "\\|")
    }

    private func text(of inlines: [ArticleInline], lineBreak: String) -> String {
        var result = ""
        var index = 0
        while index < inlines.count {
            let link = inlines[index].link
            var end = index
            while end < inlines.count, inlines[end].link == link {
                end += 1
            }
            let words = inlines[index..<end].map { text(of: $0, lineBreak: lineBreak) }.joined()
            result += link.map { linked(words, inlines[index..<end], to: links[$0].url) } ?? words
            index = end
        }
        return result
    }

    private func linked(
        _ words: String, _ inlines: ArraySlice<ArticleInline>, to url: String
    ) -> String {
        if Array(inlines).words == url, url.hasPrefix("http") { return "<\(destination(url))>" }
        return "[\(words)](\(destination(url)))"
    }

    private func text(of inline: ArticleInline, lineBreak: String) -> String {
        switch inline.content {
        case .lineBreak: lineBreak
        case .image(let alternative, let source):
            source.isEmpty
                ? escaped(ImageText.text(alternative))
                : "![\(escaped(alternative))](\(destination(imageFiles[source] ?? source)))"
        case .text(let text): marked(text, inline.style)
        }
    }

    /// Marks must touch the words: blanks at the ends stay outside of them.
    private func marked(_ text: String, _ style: InlineStyle) -> String {
        guard !style.isEmpty, let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return escaped(text) }
        let words = String(text[first...last])
        var marked = style.contains(.code) ? code(words) : escaped(words)
        if style.contains(.emphasis) { marked = "*\(marked)*" }
        if style.contains(.strong) { marked = "**\(marked)**" }
        if style.contains(.deleted) { marked = "~~\(marked)~~" }
        return text[..<first] + marked + text[text.index(after: last)...]
    }

    private func code(_ words: String) -> String {
        guard words.contains("`") else { return "`\(words)`" }
        var longest = 0
        var run = 0
        for character in words {
            run = character == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence) \(words) \(fence)"
    }

    private func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: Self.isSpecial) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if Self.isSpecial(byte) {
                bytes.append(UInt8(ascii: "\\"))
            }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a character may mean something: ``\ ` * _ [ ] < > & ~``.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x5C, 0x60, 0x2A, 0x5F, 0x5B, 0x5D, 0x3C, 0x3E, 0x26, 0x7E: true
        default: false
        }
    }

    /// Keeps a line of text from being read as a heading, list, rule or code.
    private func escapingStart(_ line: String) -> String {
        let text = line.drop { $0 == " " }
        guard let first = text.utf8.first else { return "" }
        switch first {
        case UInt8(ascii: "#"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="):
            return "\\" + text
        case 0x30...0x39:
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            let rest = text.dropFirst(digits.count)
            guard let mark = rest.first, mark == "." || mark == ")" else { return String(text) }
            return digits + "\\" + rest
        default: return String(text)
        }
    }

    /// An address that neither ends a link's brackets early nor is read as two.
    private func destination(_ url: String) -> String {
        var result = ""
        for scalar in url.unicodeScalars {
            switch scalar {
            case "(": result += "%28"
            case ")": result += "%29"
            case "<": result += "%3C"
            case ">": result += "%3E"
            case "\\": result += "%5C"
            case " ": result += "%20"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
