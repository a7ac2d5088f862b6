import XMLKit

/// The text of an element, with child elements written out as markup.
struct LeafText {
    /// How the text is to be read.
    enum Kind {
        /// As it stands: plain text or escaped HTML.
        case plain
        /// Markup in the document itself: text in it is escaped again.
        case markup
        /// Base64.
        case base64
    }

    var bytes: [UInt8] = []
    private(set) var kind = Kind.plain
    /// Whether the first child is a div that only wraps (Atom 1.0, xhtml).
    private var unwrapsDiv = false
    private var unwrappedDepth = 0
    private(set) var isHTML = false
    private(set) var isCut = false

    /// Begins anew.
    mutating func reset(kind: Kind = .plain, isHTML: Bool = false, unwrapsDiv: Bool = false) {
        bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
        self.kind = kind
        self.isHTML = isHTML
        self.unwrapsDiv = unwrapsDiv
        unwrappedDepth = 0
        isCut = false
    }

    mutating func append(_ reader: borrowing XMLReader) {
        guard bytes.count < XMLFeedBuilder.maximumText else {
            isCut = true
            return
        }
        if kind == .markup {
            reader.appendEscapedText(to: &bytes)
        } else {
            reader.appendText(to: &bytes)
        }
    }

    mutating func startChild(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        if unwrapsDiv, unwrappedDepth == 0, tag.term == .div, isBlank {
            unwrappedDepth = reader.depth
            bytes.removeAll(keepingCapacity: true)
            return
        }
        isHTML = true
        if bytes.count < XMLFeedBuilder.maximumText {
            reader.appendTag(to: &bytes)
        }
    }

    mutating func endChild(_ reader: borrowing XMLReader) {
        guard unwrappedDepth != reader.depth + 1 else { return }
        if reader.hasEndTag, bytes.count < XMLFeedBuilder.maximumText {
            reader.appendTag(to: &bytes)
        }
    }

    private var isBlank: Bool {
        bytes.allSatisfy { $0 <= 32 }
    }

    /// The text with outer white space cut; nil when nothing is left.
    var trimmed: String? {
        switch kind {
        case .base64: Self.trimmed((Base64.decode(bytes) ?? bytes)[...])
        case .plain, .markup: Self.trimmed(bytes[...])
        }
    }

    /// The text on one line with single spaces; nil when nothing is left.
    var line: String? {
        guard let text = trimmed else { return nil }
        var wasSpace = false
        for byte in text.utf8 {
            let isSpace = byte <= 32
            if isSpace, wasSpace || byte != 32 {
                return text.split { $0.isASCII && $0.isWhitespace }.joined(separator: " ")
            }
            wasSpace = isSpace
        }
        return text
    }

    static func trimmed(_ bytes: ArraySlice<UInt8>) -> String? {
        var start = bytes.startIndex
        var end = bytes.endIndex
        while start < end, bytes[start] <= 32 { start += 1 }
        while end > start, bytes[end - 1] <= 32 { end -= 1 }
        guard start < end else { return nil }
        return bytes[start..<end].withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
