/// Collects the lines of a response's head; a new status line starts afresh (1xx, login rounds).
struct ResponseHeadParser {
    private(set) var status = 0
    private(set) var version = ""
    private(set) var fields = HTTPFields()
    /// Whether the blank line behind the fields of a final status has come.
    private(set) var isComplete = false

    private var size = 0
    private static let limit = 512 << 10

    /// Takes a line with its end; false when the head grows beyond all measure.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        size += line.count
        guard size <= Self.limit else { return false }
        let text = Self.text(of: line)
        if text.hasPrefix("HTTP/") {
            begin(text)
        } else if isComplete {
            // A trailer behind a chunked body; it changes nothing.
        } else if text.isEmpty {
            isComplete = status >= 200
        } else if text.hasPrefix(" ") || text.hasPrefix("\t") {
            fields.continueLast(with: Self.trimmed(text[...]))
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            fields.append(
                name: Self.trimmed(text[..<colon]),
                value: Self.trimmed(text[text.utf8.index(after: colon)...]))
        }
        return true
    }

    private mutating func begin(_ line: String) {
        let rest = line.dropFirst(5)
        let space = rest.utf8.firstIndex(of: 0x20) ?? rest.endIndex
        version = String(rest[..<space])
        status =
            Int(
                rest[space...].utf8.dropFirst().prefix(3).reduce(into: "") { text, byte in
                    text.append(Character(UnicodeScalar(byte)))
                }) ?? 0
        fields = HTTPFields()
        isComplete = false
    }

    /// The line without its end; bytes that are no UTF-8 are read as ISO 8859-1.
    private static func text(of line: UnsafeRawBufferPointer) -> String {
        var end = line.count
        while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        let bytes = line[..<end]
        if let text = String(validating: bytes, as: UTF8.self) {
            return text
        }
        return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }

    private static func trimmed(_ text: Substring) -> String {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }),
            let last = bytes.lastIndex(where: { $0 != 0x20 && $0 != 0x09 })
        else { return "" }
        return String(text[first...last])
    }
}
