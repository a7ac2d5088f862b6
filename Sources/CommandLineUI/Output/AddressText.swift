/// Addresses as they are shown.
enum AddressText {
    /// An address without the login before its host, as `https://host/` for `https://me:word@host/`.
    static func withoutLogin(_ address: String) -> String {
        guard let (start, at) = login(of: address) else { return address }
        return String(address[..<start] + address[address.index(after: at)...])
    }

    /// An address with `***` for the password before its host.
    static func withoutPassword(_ address: String) -> String {
        guard let (start, at) = login(of: address),
            let colon = address[start..<at].firstIndex(of: ":")
        else { return address }
        return String(address[...colon] + "***" + address[at...])
    }

    /// Where the login begins, and the `@` behind it.
    private static func login(of address: String) -> (start: String.Index, at: String.Index)? {
        let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        let rest = address[start...]
        let end = rest.firstIndex { "/?#\\".contains($0) } ?? rest.endIndex
        return rest[..<end].lastIndex(of: "@").map { (start, $0) }
    }
}
