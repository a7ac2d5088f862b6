/// Addresses as they are shown.
enum AddressText {
    /// An address without the login before its host, as `https://host/` for `https://me:word@host/`.
    static func withoutLogin(_ address: String) -> String {
        guard let (start, at) = login(of: address) else { return address }
        return String(address[..<start] + address[address.index(after: at)...])
    }

    /// Names of query parameters whose values open what is meant for one person.
    private static let secretNames: Set = [
        "token", "auth", "key", "apikey", "api_key", "secret", "password", "pass", "pwd", "sig",
        "signature", "access_token", "auth_token", "authtoken", "session", "jwt", "hash",
    ]

    /// An address as it may be shown to whoever looks on: without its login, and with `***` for the
    /// values of parameters that are called like secrets.
    static func masked(_ address: String) -> String {
        let address = withoutLogin(address)
        guard let mark = address.firstIndex(of: "?") else { return address }
        let end = address[mark...].firstIndex(of: "#") ?? address.endIndex
        let parts = address[address.index(after: mark)..<end].split(
            separator: "&", omittingEmptySubsequences: false
        ).map { part in
            guard let equals = part.firstIndex(of: "="),
                secretNames.contains(part[..<equals].lowercased())
            else { return String(part) }
            return part[...equals] + "***"
        }
        return address[...mark] + parts.joined(separator: "&") + address[end...]
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
