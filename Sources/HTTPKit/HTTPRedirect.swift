/// One redirect that was followed.
public struct HTTPRedirect: Sendable, Equatable {
    /// 301, 302, 303, 307 or 308.
    public let status: Int
    /// The address that answered with it.
    public let from: String
    /// Where it led, resolved.
    public let to: String

    /// Whether the new address is to be kept (301, 308).
    public var isPermanent: Bool { status == 301 || status == 308 }

    /// Makes a redirect.
    public init(status: Int, from: String, to: String) {
        self.status = status
        self.from = from
        self.to = to
    }
}
