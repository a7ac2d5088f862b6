/// A Content-Type field (RFC 9110 section 8.3).
public struct MediaType: Sendable, Hashable {
    /// Type and subtype in lower case, as `audio/mpeg`.
    public let essence: String
    /// The charset parameter in lower case.
    public let charset: String?

    /// Reads a field; nil where it names no type.
    public init?(_ text: String) {
        var cursor = ByteCursor(text)
        cursor.skipBlanks()
        essence = cursor.text(upTo: "; \t,").lowercased()
        guard essence.utf8.contains(0x2F) else { return nil }
        var found: String?
        while !cursor.isAtEnd {
            _ = cursor.text(upTo: ";")
            _ = cursor.skip(";")
            cursor.skipBlanks()
            let name = cursor.text(upTo: "=; \t").lowercased()
            cursor.skipBlanks()
            guard cursor.skip("=") else { continue }
            cursor.skipBlanks()
            let value = cursor.quotedString() ?? cursor.text(upTo: "; \t")
            if name == "charset", found == nil, !value.isEmpty {
                found = value.lowercased()
            }
        }
        charset = found
    }
}
