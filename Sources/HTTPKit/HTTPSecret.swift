/// A part of an address that nobody but its server is to see.
///
/// Addresses hold a placeholder in its place; the client puts the secret in at the moment of sending,
/// for that host only, and takes it out of redirects. So it stands in no error, log or store. Its
/// texts never show it.
public struct HTTPSecret: Sendable, Equatable {
    /// What stands in addresses.
    public let placeholder: String
    /// What is sent.
    public let value: String
    /// The only host to which it is sent, in lower case and without a port.
    public let host: String

    /// Makes a secret.
    public init(placeholder: String, value: String, host: String) {
        self.placeholder = placeholder
        self.value = value
        self.host = host
    }
}

extension HTTPSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the host only.
    public var description: String { "secret for \(host)" }
    /// Names the host only.
    public var debugDescription: String { description }
    /// Shows the host only.
    public var customMirror: Mirror { Mirror(self, children: ["host": host]) }
}

extension [HTTPSecret] {
    /// The address as it is sent.
    func revealing(_ url: HTTPURL) -> String {
        reduce(url.string) { text, secret in
            secret.host == url.origin.host
                ? text.replacing(secret.placeholder, with: secret.value) : text
        }
    }

    /// An address as it may be kept.
    func hiding(in url: HTTPURL) throws(HTTPError) -> HTTPURL {
        let text = reduce(url.string) { text, secret in
            secret.value.isEmpty || secret.host != url.origin.host
                ? text : text.replacing(secret.value, with: secret.placeholder)
        }
        return text == url.string ? url : try HTTPURL(text)
    }
}
