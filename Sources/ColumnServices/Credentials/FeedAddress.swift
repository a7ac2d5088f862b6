/// A feed's address as a user gives it, with the login and tokens taken out of it.
public struct FeedAddress: Sendable, Equatable {
    /// The address without credentials; placeholders stand for tokens in its query.
    public let url: String
    /// The tokens that stood in its query.
    let tokens: [AddressToken]
    /// The login that stood in it.
    public let login: Login?

    /// The host with its port.
    var host: Substring {
        let rest = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...]
        return rest.prefix { $0 != "/" && $0 != "?" }
    }

    /// Reads an address; nil where it is none of http or https.
    ///
    /// A bare host name counts as https; `feed:` and the schemes of podcast apps are put right.
    public init?(_ text: String) {
        var text = Self.withWebScheme(text)
        guard let slashes = text.firstRange(of: "://") else { return nil }
        text = text[..<slashes.lowerBound].lowercased() + text[slashes.lowerBound...]
        guard text.hasPrefix("http://") || text.hasPrefix("https://"),
            !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { return nil }
        let start = text.index(text.firstIndex(of: ":") ?? text.startIndex, offsetBy: 3)
        let rest = text[start...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? text.endIndex
        var host = rest[..<end]
        if let at = host.lastIndex(of: "@") {
            let parts = host[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            login = Login(
                user: PercentText.decoded(parts[0]),
                password: parts.count > 1 ? PercentText.decoded(parts[1]) : "")
            host = host[host.index(after: at)...]
        } else {
            login = nil
        }
        guard let first = host.first, first != ":" else { return nil }
        let tail = text[end...].prefix { $0 != "#" }
        let plain = text[..<start] + host.lowercased() + (tail.isEmpty ? "/" : tail)
        (url, tokens) = AddressToken.takeOut(of: String(plain))
    }

    private static func withWebScheme(_ text: String) -> String {
        let lowered = text.lowercased()
        for scheme in ["feed:", "itpc:", "pcast:", "podcast:"] where lowered.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            if rest.hasPrefix("http") { return String(rest) }
            return "https://" + rest.drop { $0 == "/" }
        }
        let hasScheme = text.contains("://")
        return hasScheme || !text.contains(".") ? text : "https://" + text
    }
}
