/// Walks over the bytes of a field's value.
struct ByteCursor {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }
    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func advance() {
        position += 1
    }

    mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x09 { advance() }
    }

    /// Goes past a byte if it is next.
    mutating func skip(_ byte: Character) -> Bool {
        guard current == byte.asciiValue else { return false }
        advance()
        return true
    }

    /// Goes past a word if it is next, whatever its case; the word is given in lower case.
    mutating func skip(word: String) -> Bool {
        let wanted = Array(word.utf8)
        guard position + wanted.count <= bytes.count else { return false }
        for (offset, byte) in wanted.enumerated()
        where bytes[position + offset] | 0x20 != byte | 0x20 {
            return false
        }
        position += wanted.count
        return true
    }

    /// Reads decimal digits; nil where there is none or the number is too large.
    mutating func number() -> Int64? {
        var value: Int64 = 0
        var count = 0
        while let byte = current, byte >= 0x30, byte <= 0x39 {
            let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowToo) = tens.addingReportingOverflow(Int64(byte - 0x30))
            guard !overflow, !overflowToo else { return nil }
            value = sum
            count += 1
            advance()
        }
        return count > 0 ? value : nil
    }

    /// Reads up to, not including, the first of some bytes.
    mutating func text(upTo stops: String) -> String {
        let ends = Set(stops.utf8)
        let start = position
        while let byte = current, !ends.contains(byte) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads the letters that come next, in lower case.
    mutating func letters() -> String {
        let start = position
        while let byte = current, (0x61...0x7A).contains(byte | 0x20) { advance() }
        return String(decoding: bytes[start..<position].map { $0 | 0x20 }, as: UTF8.self)
    }

    /// Reads a quoted string (RFC 9110 section 5.6.4) with its escapes undone; nil where none begins.
    mutating func quotedString() -> String? {
        guard skip("\"") else { return nil }
        var content: [UInt8] = []
        while let byte = current, byte != 0x22 {
            advance()
            if byte == 0x5C, let escaped = current {
                content.append(escaped)
                advance()
            } else {
                content.append(byte)
            }
        }
        guard skip("\"") else { return nil }
        return String(decoding: content, as: UTF8.self)
    }
}
