/// A request as the server read it.
public struct Request: Sendable {
    /// Which request of this path it is, from 1.
    public let number: Int
    /// Which connection it came on; requests of one connection share the number.
    public let connection: Int
    /// The method in capitals.
    public let method: String
    /// The path without the query, as sent.
    public let path: String
    /// What stands behind the question mark, as sent.
    public let query: String?
    /// All header fields.
    public let headers: HeaderFields
    /// The bytes that came with it.
    public let body: [UInt8]
    /// `http://127.0.0.1:PORT` of the server, for links and redirects.
    public let base: String

    /// The Range field as sent.
    public var range: String? { headers["Range"] }

    /// The If-Range field as sent.
    public var ifRange: String? { headers["If-Range"] }

    /// The first byte that a single open or closed range asks for.
    public var rangeStart: Int? {
        guard let range, range.hasPrefix("bytes=") else { return nil }
        return Int(range.dropFirst("bytes=".count).prefix { $0 != "-" })
    }

    /// Whether it carries this user and password (Basic, RFC 7617).
    public func hasLogin(user: String, password: String) -> Bool {
        headers["Authorization"] == "Basic " + base64(Array("\(user):\(password)".utf8))
    }

    /// Whether a cookie of this name and value came with it.
    public func hasCookie(_ name: String, _ value: String) -> Bool {
        guard let cookies = headers["Cookie"] else { return false }
        return cookies.split(separator: ";").contains { $0.trimmed == "\(name)=\(value)" }
    }
}
