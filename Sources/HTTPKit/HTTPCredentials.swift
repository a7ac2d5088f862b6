/// A user name and password, bound to one origin; its texts never show them.
public struct HTTPCredentials: Sendable, Equatable {
    /// The user name.
    public let user: String
    /// The password.
    public let password: String
    /// Where they may be sent.
    public let origin: HTTPOrigin

    /// Makes a login for an origin.
    public init(user: String, password: String, origin: HTTPOrigin) {
        self.user = user
        self.password = password
        self.origin = origin
    }

    /// Whether they may be sent to an origin: the same, or the same host with TLS added.
    public func areAllowed(at other: HTTPOrigin) -> Bool {
        if other == origin {
            return true
        }
        return other.host == origin.host && origin.scheme == "http" && origin.port == 80
            && other.scheme == "https" && other.port == 443
    }
}

extension HTTPCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// Names the origin only.
    public var description: String { "login for \(origin)" }
    /// Names the origin only.
    public var debugDescription: String { description }
    /// Shows the origin only.
    public var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }
}
