/// What matters to a client of a response's Cache-Control field (RFC 9111 section 5.2.2).
public struct CacheControl: Sendable, Equatable {
    /// How long the response stays fresh.
    public private(set) var maxAge: Duration?
    /// Whether it is to be checked before each use.
    public private(set) var isNoCache = false
    /// Whether it is not to be kept.
    public private(set) var isNoStore = false

    /// Reads a field; what is not understood is passed over.
    public init(_ text: String) {
        var cursor = ByteCursor(text)
        while !cursor.isAtEnd {
            cursor.skipBlanks()
            let name = cursor.text(upTo: ",= \t").lowercased()
            var value: String?
            if cursor.skip("=") {
                value = cursor.quotedString() ?? cursor.text(upTo: ", \t")
            }
            apply(name, value)
            _ = cursor.text(upTo: ",")
            _ = cursor.skip(",")
        }
    }

    private mutating func apply(_ name: String, _ value: String?) {
        switch name {
        case "max-age":
            if let seconds = value.flatMap({ Int64($0) }), seconds >= 0 {
                maxAge = .seconds(min(seconds, 1 << 40))
            }
        case "no-cache": isNoCache = true
        case "no-store": isNoStore = true
        default: break
        }
    }
}
