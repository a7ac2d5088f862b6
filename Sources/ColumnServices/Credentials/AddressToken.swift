import HTTPKit

/// A secret in the query of an address, as `token=…`: kept with the logins, while a placeholder
/// stands in the library.
struct AddressToken: Sendable, Equatable {
    /// With what placeholders begin.
    static let mark = "=hidden-"
    /// With what their names among the logins begin.
    private static let prefix = "token:"
    /// Shorter values are no secrets, but pages and sizes.
    private static let shortest = 6

    /// What stands in the address.
    let placeholder: String
    /// The only host that gets the secret.
    let host: String
    /// The secret, as the password of the host.
    let login: Login

    /// Its name among the logins.
    var id: String { "\(Self.prefix)\(placeholder)@\(host)" }

    /// Takes the secrets out of an address.
    static func takeOut(of url: String) -> (url: String, tokens: [AddressToken]) {
        guard let question = url.firstIndex(of: "?") else { return (url, []) }
        let scheme = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let host = String(url[scheme...].prefix { !"/:?#".contains($0) })
        // Hosts that are written in brackets are no one's feeds.
        guard !host.isEmpty, !host.hasPrefix("[") else { return (url, []) }
        var tokens: [AddressToken] = []
        let parts = url[url.index(after: question)...].split(
            separator: "&", omittingEmptySubsequences: false
        ).map { part -> String in
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, PrivateAddress.names.contains(pair[0].lowercased()),
                pair[1].utf8.count >= shortest, !part.contains(mark)
            else { return String(part) }
            let value = String(pair[1])
            let token = AddressToken(
                placeholder: "hidden-\(number(of: host + value))", host: host,
                login: Login(user: host, password: value))
            tokens.append(token)
            return "\(pair[0])=\(token.placeholder)"
        }
        return (url[...question] + parts.joined(separator: "&"), tokens)
    }

    /// Whether a name among the logins is that of a token in an address.
    static func isToken(_ id: String, in url: String) -> Bool {
        id.hasPrefix(prefix) && url.contains(id.dropFirst(prefix.count).prefix { $0 != "@" })
    }

    /// The secrets among the logins, for a client.
    static func secrets(in logins: [String: Login]) -> [HTTPSecret] {
        logins.filter { $0.key.hasPrefix(prefix) }.map { id, login in
            HTTPSecret(
                placeholder: String(id.dropFirst(prefix.count).prefix { $0 != "@" }),
                value: login.password, host: login.user)
        }
    }

    /// Tells secrets of one host apart and gives none away: 40 bits of FNV-1a.
    private static func number(of text: String) -> String {
        let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String((hash >> 24) | 1 << 39, radix: 16)
    }
}
