/// What a request asks for; nothing here ever changes anything on a server.
public enum HTTPMethod: String, Sendable {
    /// The resource.
    case get = "GET"
    /// Its header fields only.
    case head = "HEAD"
}
