import CCurl

/// An http or https address, normalised by libcurl's URL parser, without login and fragment.
public struct HTTPURL: Sendable, Hashable {
    /// The address as it may be shown, stored and sent.
    public let string: String
    /// Its scheme, host and port.
    public let origin: HTTPOrigin
    /// The login that stood in the text.
    public let credentials: HTTPCredentials?

    /// Reads an address; white space around it is cut and other characters are percent-encoded.
    public init(_ text: String) throws(HTTPError) {
        try self.init(text, against: nil)
    }

    /// Reads an address that may be relative to this one, as in a Location field.
    public func resolving(_ reference: String) throws(HTTPError) -> HTTPURL {
        try HTTPURL(reference, against: self)
    }

    /// The two addresses are the same when their texts are; a login does not count.
    public static func == (left: HTTPURL, right: HTTPURL) -> Bool {
        left.string == right.string
    }

    /// Feeds the text only.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(string)
    }

    private init(_ text: String, against base: HTTPURL?) throws(HTTPError) {
        let trimmed = Self.trim(text)
        let handle = URLHandle()
        if let base {
            _ = handle.set(CURLUPART_URL, base.string)
        }
        guard handle.set(CURLUPART_URL, trimmed) else {
            throw HTTPError(.badURL, url: Self.withoutLogin(trimmed))
        }
        let user = handle.get(CURLUPART_USER, UInt32(CURLU_URLDECODE))
        let password = handle.get(CURLUPART_PASSWORD, UInt32(CURLU_URLDECODE))
        _ = handle.set(CURLUPART_USER, nil)
        _ = handle.set(CURLUPART_PASSWORD, nil)
        _ = handle.set(CURLUPART_FRAGMENT, nil)
        guard let string = handle.get(CURLUPART_URL, 0) else {
            throw HTTPError(.badURL, url: Self.withoutLogin(trimmed))
        }
        let scheme = handle.get(CURLUPART_SCHEME, 0)?.lowercased() ?? ""
        guard scheme == "http" || scheme == "https" else {
            throw HTTPError(.unsupportedScheme(scheme), url: string)
        }
        guard let host = handle.get(CURLUPART_HOST, 0), !host.isEmpty,
            let port = handle.get(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)).flatMap({ Int($0) })
        else { throw HTTPError(.badURL, url: string) }
        self.string = string
        let origin = HTTPOrigin(scheme: scheme, host: host.lowercased(), port: port)
        self.origin = origin
        credentials = user.map {
            HTTPCredentials(user: $0, password: password ?? "", origin: origin)
        }
    }

    private static func trim(_ text: String) -> String {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = text.utf8.firstIndex(where: { !blanks.contains($0) }),
            let last = text.utf8.lastIndex(where: { !blanks.contains($0) })
        else { return "" }
        return String(text[first...last])
    }

    /// Cuts everything up to the last `@` of the authority, for texts that are no addresses.
    private static func withoutLogin(_ text: String) -> String {
        let slashes = text.range(of: "://")
        let start = slashes ?? text.startIndex
        let authorityEnd = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let at = text[start..<authorityEnd].lastIndex(of: "@") else { return text }
        return text[..<start] + String(text[text.index(after: at)...])
    }
}

extension String {
    /// The index behind the first occurrence of a short ASCII text.
    fileprivate func range(of needle: String) -> String.Index? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(needle) {
                return self.index(index, offsetBy: needle.count)
            }
            index = self.index(after: index)
        }
        return nil
    }
}

/// Owns a `CURLU`.
private final class URLHandle {
    private let handle: OpaquePointer?

    init() {
        handle = curl_url()
    }

    deinit {
        curl_url_cleanup(handle)
    }

    /// Sets a part (`curl_url_set`), encoding what may not stand there.
    func set(_ part: CURLUPart, _ text: String?) -> Bool {
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        return curl_url_set(handle, part, text, flags) == CURLUE_OK
    }

    /// Reads a part (`curl_url_get`); nil when it is absent.
    func get(_ part: CURLUPart, _ flags: UInt32) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
