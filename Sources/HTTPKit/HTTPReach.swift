/// Which hosts a request may lead to, over all its redirects.
///
/// A document on the internet has no business with the machine and the network of who reads it. What
/// it names is judged by the name, and again by the address to which the connection was made, before
/// the request is sent. A document on the own network may name what it wants.
public struct HTTPReach: Sendable, Equatable {
    /// Any host.
    public static let anywhere = HTTPReach(isLimited: false, home: nil)

    private let isLimited: Bool
    /// Where the document lies.
    ///
    /// What its own server can be asked it can have itself, so that a name
    /// that leads to a private address within the own network needs no permission.
    private let home: HTTPOrigin?

    /// What a document at an address, such as a feed, may name.
    public init(namedBy url: String) {
        let origin = (try? HTTPURL(url))?.origin
        let isPrivate = origin.map { PrivateHosts.contains($0.host) } ?? false
        self.init(isLimited: !isPrivate, home: origin)
    }

    private init(isLimited: Bool, home: HTTPOrigin?) {
        self.isLimited = isLimited
        self.home = home
    }

    /// Whether a host may be asked, as far as its name tells.
    public func allows(_ url: HTTPURL) -> Bool {
        !isLimited || !PrivateHosts.contains(url.origin.host)
    }

    /// Whether the connection for an address may lead to an address in numbers.
    func allows(_ url: HTTPURL, connectedTo address: String) -> Bool {
        !isLimited || url.origin == home || !PrivateHosts.containsAddress(address)
    }

    /// Whether connections have to be judged at all.
    var isJudging: Bool { isLimited }
}
