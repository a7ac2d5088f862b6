public import HTTPKit

/// Hosts of the own machine and the own network, which a feed from elsewhere has no business with.
///
/// A name is judged as it stands: one in the public DNS that leads to a private address is not seen.
enum PrivateHosts {
    /// Whether a host is private by its name or number.
    static func contains(_ host: String) -> Bool {
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        if host.hasPrefix("["), host.hasSuffix("]") {
            return isPrivateV6(host.dropFirst().dropLast())
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8($0) }
        if parts.count == 4, numbers.count == 4 { return isPrivateV4(numbers) }
        // A name without a dot is one of the own network.
        return parts.count == 1
            || ["localhost", "local", "internal", "lan", "home", "intranet"].contains(
                String(parts.last ?? ""))
            || host.hasSuffix(".home.arpa")
    }

    private static func isPrivateV4(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (172, 16...31), (100, 64...127),
            (224..., _):
            true
        default: false
        }
    }

    private static func isPrivateV6(_ text: Substring) -> Bool {
        let address = text.prefix { $0 != "%" }
        if let dot = address.lastIndex(of: ":"), address[dot...].contains(".") {
            return contains(String(address[address.index(after: dot)...]))
        }
        // ::ffff:7f00:1 and the like stand for IPv4 addresses.
        guard !address.hasPrefix("::") else { return true }
        return ["fc", "fd", "fe8", "fe9", "fea", "feb", "ff"].contains { address.hasPrefix($0) }
    }
}

/// What a feed may name: anything on the internet, and its own network where it lies there itself.
public struct ReachRule: Sendable {
    private let allowsPrivate: Bool

    /// The rule for a feed by its address.
    public init(feed url: String) {
        allowsPrivate = (try? HTTPURL(url)).map { PrivateHosts.contains($0.origin.host) } ?? false
    }

    /// Whether an address may be asked for.
    public func allows(_ url: HTTPURL) -> Bool {
        allowsPrivate || !PrivateHosts.contains(url.origin.host)
    }
}
