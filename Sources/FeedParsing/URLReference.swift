/// Resolves URL references against a base (RFC 3986, section 5), on bytes and without Foundation.
enum URLReference {
    /// A reference made absolute; unchanged where it is so already or where there is no base.
    static func resolve(_ reference: String, against base: String?) -> String {
        guard let base, !hasScheme(reference) else { return reference }
        let parts = Parts(base)
        guard !parts.scheme.isEmpty, !parts.authority.isEmpty else { return reference }
        if reference.isEmpty {
            return String(base.prefix { $0 != "#" })
        }
        if reference.hasPrefix("//") {
            return parts.scheme + reference
        }
        let root = parts.scheme + parts.authority
        switch reference.utf8.first {
        case UInt8(ascii: "/"):
            return root + removingDots(reference)
        case UInt8(ascii: "?"):
            return root + parts.path + reference
        case UInt8(ascii: "#"):
            return root + parts.path + parts.query + reference
        default:
            let slash = parts.path.utf8.lastIndex(of: UInt8(ascii: "/"))
            let folder = slash.map { String(parts.path[...$0]) } ?? "/"
            return root + removingDots(folder + reference)
        }
    }

    /// Whether a reference begins with a scheme and a colon.
    static func hasScheme(_ reference: String) -> Bool {
        var count = 0
        for byte in reference.utf8 {
            if byte == UInt8(ascii: ":") {
                return count > 0
            }
            let isLetter = (byte | 0x20) &- 97 < 26
            let isOther = byte &- 48 < 10 || byte == 43 || byte == 45 || byte == 46
            guard isLetter || (count > 0 && isOther) else { return false }
            count += 1
        }
        return false
    }

    /// Scheme with its colon, authority with its slashes, path, query with its mark.
    private struct Parts {
        var scheme = ""
        var authority = ""
        var path = ""
        var query = ""

        init(_ url: String) {
            guard URLReference.hasScheme(url), let colon = url.utf8.firstIndex(of: 58) else {
                return
            }
            scheme = String(url[...colon])
            var rest = url[url.utf8.index(after: colon)...]
            if rest.hasPrefix("//") {
                let start = rest.utf8.index(rest.startIndex, offsetBy: 2)
                let end =
                    rest[start...].utf8.firstIndex { $0 == 47 || $0 == 63 || $0 == 35 }
                    ?? rest.endIndex
                authority = String(rest[..<end])
                rest = rest[end...]
            }
            let fragment = rest.utf8.firstIndex(of: 35) ?? rest.endIndex
            rest = rest[..<fragment]
            let mark = rest.utf8.firstIndex(of: 63) ?? rest.endIndex
            path = String(rest[..<mark])
            query = String(rest[mark...])
        }
    }

    /// A path with `.` and `..` taken out; what follows `?` or `#` is left alone.
    private static func removingDots(_ path: String) -> String {
        let end = path.utf8.firstIndex { $0 == 63 || $0 == 35 } ?? path.endIndex
        guard path[..<end].contains("/.") || path.hasPrefix(".") else { return path }
        var kept: [Substring] = []
        let segments = path[..<end].split(separator: "/", omittingEmptySubsequences: false)
        for (number, segment) in segments.enumerated() {
            let isLast = number == segments.count - 1
            if segment == "." || segment == ".." {
                if segment == "..", kept.count > 1 {
                    kept.removeLast()
                }
                if isLast {
                    kept.append("")
                }
            } else {
                kept.append(segment)
            }
        }
        return kept.joined(separator: "/") + path[end...]
    }
}
