/// Addresses of feeds that are taken for the same.
enum FeedKey {
    /// An address without scheme, fragment, the case of its host, and a slash at its end.
    static func text(_ address: String) -> String {
        var rest = Substring(address)
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "#" }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        var key = host.lowercased() + rest[host.endIndex...]
        if key.hasSuffix("/") { key.removeLast() }
        return key
    }
}
