@preconcurrency import Glibc

/// Hosts of the own machine and the own network, which a feed from elsewhere has no business with.
public enum PrivateHosts {
    /// Whether a host, as it stands in `HTTPOrigin`, is private by its name or number.
    ///
    /// A name in the public DNS that leads to a private address is not seen here: see `HTTPReach`.
    public static func contains(_ host: String) -> Bool {
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        if host.hasPrefix("["), host.hasSuffix("]") {
            return containsAddress(String(host.dropFirst().dropLast()))
        }
        if let bytes = address(host, AF_INET, size: 4) { return isPrivate(v4: bytes[...]) }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // A name without a dot is one of the own network.
        return parts.count == 1
            || ["localhost", "local", "internal", "lan", "home", "intranet"].contains(
                String(parts.last ?? ""))
            || host.hasSuffix(".home.arpa")
    }

    /// Whether an address in numbers, without brackets, is private; what is no address counts as one.
    public static func containsAddress(_ text: String) -> Bool {
        if let bytes = address(text, AF_INET, size: 4) { return isPrivate(v4: bytes[...]) }
        let bare = String(text.prefix { $0 != "%" })
        guard let bytes = address(bare, AF_INET6, size: 16) else { return true }
        return isPrivate(v6: bytes)
    }

    /// The bytes of an address (`inet_pton`).
    private static func address(_ text: String, _ family: Int32, size: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: size)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    private static func isPrivate(v4 bytes: ArraySlice<UInt8>) -> Bool {
        let first = bytes.startIndex
        return switch (bytes[first], bytes[first + 1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (172, 16...31), (100, 64...127),
            (224..., _):
            true
        default: false
        }
    }

    private static func isPrivate(v6 bytes: [UInt8]) -> Bool {
        // IPv4 addresses in another dress: ::a.b.c.d, ::ffff:a.b.c.d, 64:ff9b::a.b.c.d and 6to4.
        let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && [0, 0xFF].contains(bytes[10])
        let isTranslated =
            bytes[..<4].elementsEqual([0, 0x64, 0xFF, 0x9B])
            && bytes[4..<12].allSatisfy { $0 == 0 }
        if isMapped, bytes[10] == bytes[11] { return isPrivate(v4: bytes[12...]) }
        if isTranslated { return isPrivate(v4: bytes[12...]) }
        if bytes[..<2].elementsEqual([0x20, 0x02]) { return isPrivate(v4: bytes[2..<6]) }
        return switch (bytes[0], bytes[1]) {
        // Unique local, link-local, the old site-local, multicast.
        case (0xFC...0xFD, _), (0xFE, 0x80...0xFF), (0xFF, _), (0, 0): true
        default: false
        }
    }
}
