/// A Content-Range field in bytes (RFC 9110 section 14.4).
public struct ContentRange: Sendable, Hashable {
    /// Which bytes came; nil for `*`, where none did.
    public let range: Range<Int64>?
    /// The length of the whole; nil for `*`.
    public let total: Int64?

    /// Reads a field; nil where it is not of that form or contradicts itself.
    public init?(_ text: String) {
        var cursor = ByteCursor(text)
        cursor.skipBlanks()
        guard cursor.skip(word: "bytes") else { return nil }
        // Some servers write `bytes=` or `bytes:`.
        while let byte = cursor.current, byte == 0x20 || byte == 0x3D || byte == 0x3A {
            cursor.advance()
        }
        if cursor.skip("*") {
            range = nil
        } else {
            guard let first = cursor.number(), cursor.skip("-"), let last = cursor.number(),
                first <= last, last < .max
            else { return nil }
            range = first..<last + 1
        }
        guard cursor.skip("/") else { return nil }
        if cursor.skip("*") {
            total = nil
        } else {
            guard let length = cursor.number() else { return nil }
            total = length
        }
        cursor.skipBlanks()
        guard cursor.isAtEnd else { return nil }
        if let range, let total, range.upperBound > total {
            return nil
        }
    }
}
