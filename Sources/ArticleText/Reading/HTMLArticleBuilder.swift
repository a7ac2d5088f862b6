internal import XMLKit

/// Builds an article's blocks from a stream of tags that need not match.
///
/// Implied ends follow HTML's rules where feeds depend on them; nesting is kept below fixed limits, and
/// no tag looks further back than a fixed number of open elements, so time stays linear.
struct HTMLArticleBuilder {
    struct OpenElement {
        let name: String
        let tag: HTMLTag
        /// Whether it opened a frame.
        let hasFrame: Bool
    }

    static let maximumFrames = 24
    static let maximumDepth = 512
    static let reach = 64

    /// What a paragraph becomes when it ends.
    enum ParagraphKind: Equatable {
        case paragraph
        case heading(Int)
        case term
    }

    /// Contents that are passed over.
    struct Dropping {
        let name: String
        var count = 1
        /// Whether the next block ends it too; else only its own end tag does.
        let endsAtBlock: Bool
    }

    var frames = [Frame(.root)]
    var open: [OpenElement] = []
    var buffer = InlineBuffer()
    var paragraphKind = ParagraphKind.paragraph
    /// The contents of the element `pre` that is open.
    var code: [UInt8]?
    var links = LinkList()
    var dropping: Dropping?
    var superscripts = 0
    /// Whether the document leaves an element open whose contents would be passed over.
    let isDamaged: Bool
    private var marks = [Int](repeating: 0, count: 8)
    private var link: Int?
    private var linkText: [UInt8] = []
    private var text: [UInt8] = []

    init(isDamaged: Bool = false) {
        self.isDamaged = isDamaged
    }

    /// The pieces in which the reader gets the document: it looks ahead no further than one.
    private static let pieceLength = 16 << 10

    /// The blocks and links of a document.
    static func read(_ html: String) -> ([ArticleBlock], [ArticleLink]) {
        var builder = HTMLArticleBuilder()
        builder.read(html)
        if builder.dropping?.endsAtBlock == false {
            // The hidden part never ended: better all of it than nothing of what follows.
            builder = HTMLArticleBuilder(isDamaged: true)
            builder.read(html)
        }
        return builder.finish()
    }

    private mutating func read(_ html: String) {
        var html = html
        var reader = XMLReader(dialect: .html)
        var names = ElementNames()
        html.withUTF8 { bytes in
            var index = 0
            while true {
                switch reader.next() {
                case .needsInput:
                    let piece = bytes[index..<min(bytes.count, index + Self.pieceLength)]
                    reader.append(UnsafeBufferPointer(rebasing: piece))
                    index += piece.count
                    if index == bytes.count {
                        reader.finish()
                    }
                case .startElement:
                    addText()
                    start(names.element(reader.element, in: reader), reader)
                case .endElement:
                    addText()
                    end(names.element(reader.element, in: reader))
                case .text:
                    if dropping == nil {
                        reader.appendText(to: &text)
                    }
                case .doctype: break
                case .endOfDocument:
                    addText()
                    return
                }
            }
        }
    }

    private mutating func finish() -> ([ArticleBlock], [ArticleLink]) {
        dropping = nil
        close(downTo: 0)
        flush()
        return (frames[0].blocks, links.links)
    }
}

// MARK: - Text

extension HTMLArticleBuilder {
    /// Adds the text since the last tag.
    private mutating func addText() {
        guard !text.isEmpty else { return }
        defer { text.removeAll(keepingCapacity: true) }
        if code != nil {
            code?.append(contentsOf: text)
            return
        }
        if superscripts > 0, let raised = Superscript.text(text) {
            text = Array(raised.utf8)
        }
        buffer.mark(style: style, link: link)
        if link == nil, !style.contains(.code) {
            addFindingAddresses()
        } else {
            add(0..<text.count)
        }
        if link != nil, linkText.count < 256 {
            linkText += text.prefix(256)
        }
    }

    /// Adds text in which addresses become links.
    private mutating func addFindingAddresses() {
        var from = 0
        while let range = Autolink.next(in: text, from: from) {
            add(from..<range.lowerBound)
            let address = String(decoding: text[range], as: UTF8.self)
            let number = links.number(of: address)
            if let number {
                links.name(number, address)
            }
            buffer.mark(style: style, link: number)
            add(range)
            buffer.mark(style: style, link: nil)
            from = range.upperBound
        }
        add(from..<text.count)
    }

    private mutating func add(_ range: Range<Int>) {
        text.withUnsafeBufferPointer { buffer.add(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Adds words of our own.
    mutating func add(_ words: String) {
        guard code == nil else { return }
        buffer.mark(style: style, link: link)
        buffer.add(words)
    }

    mutating func addImage(alternative: String, source: String) {
        guard code == nil else { return }
        buffer.mark(style: style, link: link)
        buffer.addImage(alternative: alternative, source: source)
        if link != nil, linkText.isEmpty {
            linkText = Array(ImageText.text(alternative).utf8)
        }
    }
}

// MARK: - Marks

extension HTMLArticleBuilder {
    /// How text is marked now.
    private var style: InlineStyle {
        InlineStyle(
            rawValue: marks.indices.reduce(into: 0) { bits, bit in
                bits |= marks[bit] > 0 ? 1 << UInt8(bit) : 0
            })
    }

    mutating func change(_ style: InlineStyle, by step: Int) {
        let bit = style.rawValue.trailingZeroBitCount
        marks[bit] = max(0, marks[bit] + step)
    }

    mutating func openLink(_ address: String?) {
        closeLink()
        link = address.flatMap { links.number(of: $0) }
    }

    mutating func closeLink() {
        if let link {
            var words = InlineBuffer()
            linkText.withUnsafeBufferPointer { words.add($0) }
            links.name(link, words.take().words)
        }
        link = nil
        linkText.removeAll(keepingCapacity: true)
    }
}
