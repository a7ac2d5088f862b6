/// What a request asks for.
public enum HTTPMethod: String, Sendable {
    /// The resource.
    case get = "GET"
    /// Its header fields only.
    case head = "HEAD"
    /// That the server takes the body; a redirect of it is not followed.
    case post = "POST"
    /// That the body stands in place of the resource; a redirect of it is not followed.
    case put = "PUT"

    /// Whether a body goes with it.
    var sendsBody: Bool { self == .post || self == .put }
}
