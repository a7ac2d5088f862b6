/// A scheme, host and port.
public struct HTTPOrigin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case; an IPv6 address in brackets.
    public let host: String
    /// The port, the scheme's own where the address names none.
    public let port: Int

    /// Makes an origin.
    public init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// The origin as it stands in an address.
    public var description: String { "\(scheme)://\(host):\(port)" }
}
