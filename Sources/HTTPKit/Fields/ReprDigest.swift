/// A Repr-Digest field: digests of the whole resource (RFC 9530 section 3).
public struct ReprDigest: Sendable, Equatable {
    /// The SHA-256, 32 bytes.
    public private(set) var sha256: [UInt8]?
    /// The SHA-512, 64 bytes.
    public private(set) var sha512: [UInt8]?

    /// Reads a field; algorithms that are not known and values of a wrong length are passed over.
    public init(_ text: String) {
        var cursor = ByteCursor(text)
        while !cursor.isAtEnd {
            cursor.skipBlanks()
            let name = cursor.text(upTo: "=, \t").lowercased()
            if cursor.skip("="), cursor.skip(":") {
                let bytes = Base64.decode(cursor.text(upTo: ":,"))
                if cursor.skip(":") {
                    switch (name, bytes?.count) {
                    case ("sha-256", 32): sha256 = bytes
                    case ("sha-512", 64): sha512 = bytes
                    default: break
                    }
                }
            }
            _ = cursor.text(upTo: ",")
            _ = cursor.skip(",")
        }
    }
}
