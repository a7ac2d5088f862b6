internal import TerminalText

/// Collects the pieces of a paragraph: white space is collapsed, text is made safe for a terminal.
struct InlineBuffer {
    private(set) var inlines: [ArticleInline] = []
    private var bytes: [UInt8] = []
    private var style: InlineStyle = []
    private var link: Int?
    private var hasBlank = false
    private var hasLineEnd = false
    /// The first byte of the last character; 0 at the start of a line.
    private var lastLead: UInt8 = 0

    /// Whether there is no character yet.
    var isEmpty: Bool { inlines.isEmpty && bytes.isEmpty }
    /// Whether a line has just begun.
    var isAtLineStart: Bool { lastLead == 0 }

    /// Says how the text that follows is marked.
    mutating func mark(style: InlineStyle, link: Int?) {
        guard style != self.style || link != self.link else { return }
        // The blank before marked text is not part of it.
        if hasBlank, lastLead != 0 {
            addBlank()
        }
        finishText()
        self.style = style
        self.link = link
    }

    /// Adds text of an element.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            switch byte {
            case 0x20, 0x09, 0x0C: hasBlank = true
            case 0x0A, 0x0D:
                hasBlank = true
                hasLineEnd = true
            // A soft hyphen is seen only where a line is broken at it, which is not done here.
            case 0xC2 where index + 1 < text.count && text[index + 1] == 0xAD: index += 1
            default:
                if hasBlank {
                    resolveBlank(before: byte)
                }
                bytes.append(byte)
                if byte < 0x80 || byte >= 0xC0 {
                    lastLead = byte
                }
            }
            index += 1
        }
    }

    /// Adds words of the reader's own.
    mutating func add(_ words: String) {
        var words = words
        words.withUTF8 { add($0) }
    }

    mutating func addLineBreak() {
        finishText()
        inlines.append(ArticleInline(content: .lineBreak, style: [], link: nil))
        startLine()
    }

    mutating func addImage(alternative: String, source: String) {
        if hasBlank {
            resolveBlank(before: 0x5B)
        }
        finishText()
        inlines.append(
            ArticleInline(
                content: .image(alternative: alternative, source: source), style: [], link: link))
        lastLead = 0x5D
    }

    /// Hands over the pieces without blanks and line ends at the end, and starts afresh.
    ///
    /// There are none where nothing is to be seen: `<p>&nbsp;</p>` is a gap in many feeds.
    mutating func take() -> [ArticleInline] {
        finishText()
        guard inlines.contains(where: \.isVisible) else {
            restart()
            return []
        }
        while let last = inlines.last {
            switch last.content {
            case .lineBreak: inlines.removeLast()
            case .text(let text) where text.last == " ":
                let kept = String(text.dropLast())
                inlines.removeLast()
                if !kept.isEmpty {
                    inlines.append(
                        ArticleInline(content: .text(kept), style: last.style, link: last.link))
                }
            default:
                defer { restart() }
                return inlines
            }
        }
        restart()
        return []
    }
}

extension InlineBuffer {
    private mutating func restart() {
        inlines = []
        startLine()
    }

    private mutating func startLine() {
        hasBlank = false
        hasLineEnd = false
        lastLead = 0
    }

    private mutating func resolveBlank(before lead: UInt8) {
        // Chinese and Japanese have no blanks between words: a line end in the source is none.
        let isJoin = hasLineEnd && Self.isIdeographic(lastLead) && Self.isIdeographic(lead)
        if lastLead != 0, !isJoin {
            addBlank()
        }
        hasBlank = false
        hasLineEnd = false
    }

    private mutating func addBlank() {
        if lastLead != 0x20 {
            bytes.append(0x20)
        }
        lastLead = 0x20
        hasBlank = false
        hasLineEnd = false
    }

    /// Whether a character's first byte is that of ideographs, kana, or fullwidth forms.
    private static func isIdeographic(_ lead: UInt8) -> Bool {
        0xE3...0xE9 ~= lead || lead == 0xEF || lead == 0xF0
    }

    private mutating func finishText() {
        guard !bytes.isEmpty else { return }
        let text = SafeText.line(String(decoding: bytes, as: UTF8.self))
        bytes.removeAll(keepingCapacity: true)
        guard !text.isEmpty else { return }
        inlines.append(ArticleInline(content: .text(text), style: style, link: link))
    }
}
