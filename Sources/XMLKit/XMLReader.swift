@preconcurrency import Glibc

/// Reads UTF-8 markup piece by piece, as feeds have it rather than as XML allows it.
///
/// Bytes are given with `append`, events are taken with `next` until it asks for more. Memory stays
/// bounded by the largest tag (256 KiB), time is linear in the bytes, and no bytes make it fail:
/// stray `&` and `<` are text, HTML's entity names are known, end tags that do not match close what
/// they can. It knows neither files nor network, and expands no entity inside another.
public struct XMLReader: ~Copyable {
    /// How the document's tags are to be read.
    public enum Dialect: Sendable {
        /// XML: CDATA sections, processing instructions, entities of the document.
        case xml
        /// HTML: the contents of script and style are text; elements are not tracked as a tree.
        case html
    }

    struct RawAttribute {
        let nameStart: Int
        let nameEnd: Int
        let valueStart: Int
        let valueEnd: Int
    }

    struct OpenElement {
        let name: Int32
        let element: Int32
        let scope: Int32
    }

    enum Mode {
        case content
        case cdata
        case comment
        case instruction
        case declaration
        case rawText
    }

    static let maximumTag = 256 << 10
    static let maximumDepth = 4_096

    let dialect: Dialect
    var base: UnsafeMutablePointer<UInt8>
    var capacity: Int
    var cursor = 0
    var end = 0
    var isFinal = false
    var isOver = false
    var mode = Mode.content
    var rawTextName: [UInt8] = []

    var names = NameTable()
    var scopes = NamespaceScopes()
    var open: [OpenElement] = []
    var untrackedDepth = 0
    var pendingEnds = 0
    var attributes: [RawAttribute] = []
    var hasXMLAttribute = false
    var currentElement = 0
    var textStart = 0
    var textEnd = 0
    var tagStart = 0
    var tagEnd = 0
    var nameEnd = 0
    /// Up to where a tag was looked for in vain.
    var damagedUntil = 0
    /// Whether the element just started is empty by its own tag.
    public internal(set) var isEmptyElement = false
    var entities = DocumentEntities()
    /// The text of an entity, due after the text before it.
    var pendingExpansion: [UInt8]?
    /// The text of the entity that is the last event; nil when that was text of the document.
    var expandedText: [UInt8]?
    private var linesBefore = 1
    /// Whether the element just ended has an end tag of its own in the document.
    public internal(set) var hasEndTag = false
    var isAtEndTag = false
    /// What was wrong so far.
    public private(set) var damage: [XMLDamage] = []
    /// Whether a root element was opened and closed.
    public private(set) var isRootClosed = false

    /// Makes a reader of one document.
    public init(dialect: Dialect = .xml) {
        self.dialect = dialect
        capacity = 4 << 10
        base = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    /// Gives the next bytes of the document; valid UTF-8 without control characters is expected.
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        reserve(bytes.count)
        memcpy(base + end, source, bytes.count)
        end += bytes.count
    }

    /// Says that no more bytes come.
    public mutating func finish() {
        isFinal = true
    }

    /// Moves on to the next event.
    public mutating func next() -> XMLEvent {
        if pendingEnds > 0 {
            return closeInnermost()
        }
        expandedText = pendingExpansion
        if expandedText != nil {
            pendingExpansion = nil
            return .text
        }
        while true {
            let event =
                switch mode {
                case .content: nextInContent()
                case .cdata: nextInCDATA()
                case .comment: skip(to: "-->")
                case .instruction: skip(to: "?>")
                case .declaration: skip(to: ">")
                case .rawText: nextInRawText()
                }
            if let event {
                return event
            }
        }
    }

    /// How many elements are open; the one just started is counted.
    public var depth: Int { open.count + untrackedDepth }

    /// The number of the element that the last event started or ended; small, dense, never reused.
    public var element: Int { currentElement }

    /// The namespace that an element's number stands for: its URI, or for a prefix without a
    /// declaration the prefix; in lower case.
    public func namespace(ofElement number: Int) -> [UInt8] {
        Array(names.name(scopes.elements[number].uri))
    }

    /// The local name that an element's number stands for, in lower case.
    public func localName(ofElement number: Int) -> [UInt8] {
        Array(names.name(scopes.elements[number].local))
    }

    /// The line of the place reached, from 1.
    public var line: Int {
        linesBefore + countLines(0, min(cursor, end))
    }
}

// MARK: - Reading on

extension XMLReader {
    mutating func note(_ kind: XMLDamage.Kind) {
        if !damage.contains(where: { $0.kind == kind }) {
            damage.append(XMLDamage(kind: kind, line: line))
        }
    }

    /// Makes room behind the bytes held, dropping those already read.
    private mutating func reserve(_ count: Int) {
        if cursor > 0 {
            linesBefore += countLines(0, cursor)
            memmove(base, base + cursor, end - cursor)
            end -= cursor
            damagedUntil = max(0, damagedUntil - cursor)
            cursor = 0
        }
        if end + count > capacity {
            capacity = max(capacity * 2, end + count)
            let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
            memcpy(larger, base, end)
            base.deallocate()
            base = larger
        }
    }

    private func countLines(_ from: Int, _ to: Int) -> Int {
        var count = 0
        var index = from
        while let found = find(byte: 10, from: index, to: to) {
            count += 1
            index = found + 1
        }
        return count
    }

    /// Skips to behind a terminator; nil once it is behind.
    private mutating func skip(to terminator: StaticString) -> XMLEvent? {
        if let found = find(terminator, from: cursor) {
            cursor = found + terminator.utf8CodeUnitCount
            mode = .content
            return nil
        }
        cursor = max(cursor, end - (terminator.utf8CodeUnitCount - 1))
        guard isFinal else { return .needsInput }
        note(.unterminated)
        cursor = end
        mode = .content
        return nil
    }

    /// The place of a byte sequence at or behind a place.
    func find(_ wanted: StaticString, from start: Int) -> Int? {
        let count = wanted.utf8CodeUnitCount
        var from = start
        while let found = find(byte: wanted.utf8Start[0], from: from, to: end - count + 1) {
            if memcmp(base + found, wanted.utf8Start, count) == 0 {
                return found
            }
            from = found + 1
        }
        return nil
    }

    /// The place of a byte in a range; nil where it is not.
    @inline(__always)
    func find(byte: UInt8, from start: Int, to limit: Int) -> Int? {
        guard start < limit, let found = memchr(base + start, Int32(byte), limit - start) else {
            return nil
        }
        return base.distance(to: found.assumingMemoryBound(to: UInt8.self))
    }

    private mutating func nextInCDATA() -> XMLEvent? {
        if let found = find("]]>", from: cursor) {
            textStart = cursor
            textEnd = found
            cursor = found + 3
            mode = .content
            return textStart < textEnd ? .text : nil
        }
        textStart = cursor
        textEnd = isFinal ? end : max(cursor, end - 2)
        cursor = textEnd
        if textStart < textEnd {
            return .text
        }
        guard isFinal else { return .needsInput }
        note(.unterminated)
        mode = .content
        return nil
    }

    /// The contents of HTML's script, style and the like: text up to their own end tag.
    private mutating func nextInRawText() -> XMLEvent? {
        var from = cursor
        while let found = find("</", from: from) {
            let nameEnd = found + 2 + rawTextName.count
            guard nameEnd <= end || isFinal else {
                return emitText(from: cursor, to: found) ?? .needsInput
            }
            if nameEnd <= end,
                rawTextName.indices.allSatisfy({
                    lowercased(base[found + 2 + $0]) == rawTextName[$0]
                })
            {
                mode = .content
                return emitText(from: cursor, to: found)
            }
            from = found + 2
        }
        if let event = emitText(from: cursor, to: isFinal ? end : max(cursor, end - 1)) {
            return event
        }
        guard isFinal else { return .needsInput }
        mode = .content
        return nil
    }

    private mutating func emitText(from start: Int, to limit: Int) -> XMLEvent? {
        textStart = start
        textEnd = limit
        cursor = limit
        return start < limit ? .text : nil
    }

    mutating func closeInnermost() -> XMLEvent {
        pendingEnds -= 1
        hasEndTag = pendingEnds == 0 && !isOver && isAtEndTag
        if untrackedDepth > 0 {
            untrackedDepth -= 1
            currentElement = 0
        } else if let closed = open.popLast() {
            currentElement = Int(closed.element)
            if open.isEmpty {
                isRootClosed = true
            }
        }
        return .endElement
    }
}
