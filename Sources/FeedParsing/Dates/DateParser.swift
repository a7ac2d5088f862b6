public import ColumnModel

/// Reads the dates that feeds have: RFC 822, ISO 8601, Unix time, and what people make of them.
///
/// An unreadable date is nil, never "now". Two-digit years lie in this century; a time without a
/// zone is UTC.
public enum DateParser {
    /// The moment that a text names; nil when it names none.
    public static func timestamp(from text: String) -> Timestamp? {
        var text = text
        return text.withUTF8 { timestamp(from: $0) }
    }

    /// The moment that bytes of UTF-8 name; nil when they name none.
    public static func timestamp(from bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        // No date is that long; garbage is not worth the look.
        guard bytes.count <= 256 else { return nil }
        var scan = DateScan(bytes: bytes)
        scan.trim()
        guard !scan.isAtEnd else { return nil }
        if let compact = scan.compactDate() {
            return compact
        }
        guard scan.readAll() else { return nil }
        return scan.fields.timestamp
    }
}
