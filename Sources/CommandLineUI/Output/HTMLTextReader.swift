/// Takes the text out of HTML: paragraphs, headings, items, quotations, links.
///
/// What looks like a tag and is none stays as text; scripts, styles and comments go away.
struct HTMLTextReader {
    private let bytes: [UInt8]
    private var position = 0
    private var blocks: [ArticleBlock] = []
    private var current = ArticleBlock(text: "", kind: .paragraph)
    private var links: [String] = []
    private var openLink: Int?
    private var lists: [Int?] = []
    private var quotes = 0
    private var isPreformatted = false

    init(_ html: String) {
        bytes = Array(html.utf8)
    }

    /// The blocks in order, and the addresses of the links.
    mutating func read() -> (blocks: [ArticleBlock], links: [String]) {
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), readMarkup() { continue }
            readText()
        }
        finishBlock()
        return (blocks, links)
    }

    // MARK: - Text

    private mutating func readText() {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        append(HTMLEntities.decoded(String(decoding: bytes[start..<position], as: UTF8.self)))
    }

    private mutating func append(_ text: String) {
        guard !isPreformatted else {
            current.text += text
            return
        }
        for character in text {
            if character.isWhitespace, character != "\u{A0}" {
                if !current.text.isEmpty, current.text.last?.isWhitespace == false {
                    current.text.append(" ")
                }
            } else {
                current.text.append(character == "\u{A0}" ? " " : character)
            }
        }
    }

    // MARK: - Markup

    /// Reads a tag, comment or declaration; false where none begins.
    private mutating func readMarkup() -> Bool {
        if hasPrefix("<!--") {
            skip(past: "-->")
            return true
        }
        if hasPrefix("<![CDATA[") {
            position += 9
            let start = position
            skip(past: "]]>")
            let end = position > start + 2 && position <= bytes.count ? position - 3 : position
            append(String(decoding: bytes[start..<max(start, end)], as: UTF8.self))
            return true
        }
        guard position + 1 < bytes.count else { return false }
        let next = bytes[position + 1]
        let isName = (next | 0x20) >= UInt8(ascii: "a") && (next | 0x20) <= UInt8(ascii: "z")
        guard
            isName || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
                || next == UInt8(ascii: "?")
        else { return false }
        let start = position
        var quote: UInt8?
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                // A quotation mark opens a value only after an equals sign.
                if bytes[position - 1] == UInt8(ascii: "=") { quote = byte }
            } else if byte == UInt8(ascii: ">") {
                break
            }
            position += 1
        }
        let tag = HTMLTag(bytes[start + 1..<position])
        position = min(position + 1, bytes.count)
        handle(tag)
        return true
    }

    private mutating func handle(_ tag: HTMLTag) {
        switch tag.name {
        case "script", "style", "head", "title":
            if !tag.isEnd { skip(past: "</\(tag.name)") }
            if !tag.isEnd, position < bytes.count { skip(past: ">") }
        case "br": current.text += "\n"
        case "p", "div", "section", "article", "table", "tr", "figure", "header", "footer":
            finishBlock()
        case "h1", "h2", "h3", "h4", "h5", "h6":
            finishBlock()
            current.kind = tag.isEnd ? .paragraph : .heading
        case "hr":
            finishBlock()
            current.text = "* * *"
            finishBlock()
        case "ul", "ol":
            finishBlock()
            if tag.isEnd { _ = lists.popLast() } else { lists.append(tag.name == "ol" ? 0 : nil) }
        case "li":
            finishBlock()
            guard !tag.isEnd else { return }
            current.kind = .item
            if let last = lists.last, let number = last {
                lists[lists.count - 1] = number + 1
                current.marker = "\(number + 1)."
            }
        case "blockquote":
            finishBlock()
            quotes = max(0, quotes + (tag.isEnd ? -1 : 1))
            current.kind = quotes > 0 ? .quote : .paragraph
        case "pre":
            finishBlock()
            isPreformatted = !tag.isEnd
            current.kind = tag.isEnd ? .paragraph : .code
        case "a":
            if tag.isEnd { closeLink() } else { openLink(to: tag.attribute("href")) }
        case "img":
            if let text = tag.attribute("alt"), !text.isEmpty { append("[\(text)]") }
        case "td", "th": if !tag.isEnd, !current.text.isEmpty { current.text += "  " }
        default: break
        }
    }

    private mutating func openLink(to address: String?) {
        guard let address, address.hasPrefix("http") || address.hasPrefix("mailto:") else { return }
        openLink = links.firstIndex(of: address).map { $0 + 1 }
        if openLink == nil {
            links.append(address)
            openLink = links.count
        }
    }

    private mutating func closeLink() {
        guard let number = openLink else { return }
        current.text += "\u{E000}[\(number)]\u{E001}"
        openLink = nil
    }

    private mutating func finishBlock() {
        closeLink()
        var text = current.text
        while text.last?.isWhitespace == true { text.removeLast() }
        if current.kind != .code { text = String(text.drop(while: \.isWhitespace)) }
        let isEmpty = text.allSatisfy(\.isWhitespace)
        if !isEmpty {
            current.text = text
            current.depth = current.kind == .item ? max(0, lists.count - 1) : max(0, quotes - 1)
            blocks.append(current)
        }
        let kind: ArticleBlock.Kind =
            isEmpty && current.kind == .item ? .item : quotes > 0 ? .quote : .paragraph
        let marker = kind == .item ? current.marker : "-"
        current = ArticleBlock(text: "", kind: kind, marker: marker)
    }

    // MARK: - Bytes

    private func hasPrefix(_ text: String) -> Bool {
        matches(text, at: position)
    }

    private func matches(_ text: String, at index: Int) -> Bool {
        guard index + text.utf8.count <= bytes.count else { return false }
        return zip(text.utf8, bytes[index...]).allSatisfy { wanted, found in
            wanted == found || (wanted | 0x20 == found | 0x20 && wanted >= 0x41)
        }
    }

    private mutating func skip(past text: String) {
        while position < bytes.count, !matches(text, at: position) { position += 1 }
        position = min(position + text.utf8.count, bytes.count)
    }
}
