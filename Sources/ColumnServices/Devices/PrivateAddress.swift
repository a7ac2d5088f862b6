/// Addresses that are for one person.
public enum PrivateAddress {
    /// Names under which feeds carry a secret in their addresses.
    static let names: Set<String> = [
        "token", "access_token", "auth", "authtoken", "auth_token", "key", "apikey", "api_key",
        "api-key", "secret", "password", "passwd", "pass", "pwd", "sig", "signature", "user_token",
        "feed_token", "rss_key",
    ]

    /// Whether a part of the query looks like a secret.
    public static func hasToken(_ url: String) -> Bool {
        if url.contains(AddressToken.mark) { return true }
        guard let question = url.firstIndex(of: "?") else { return false }
        return url[url.index(after: question)...].split { "&;#".contains($0) }.contains { part in
            let pair = part.split(separator: "=", maxSplits: 1)
            return pair.count == 2 && names.contains(pair[0].lowercased())
        }
    }
}
