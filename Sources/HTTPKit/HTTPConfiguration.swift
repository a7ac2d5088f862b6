@preconcurrency import Glibc

/// What holds for all requests of a client.
public struct HTTPConfiguration: Sendable {
    /// How this program names itself.
    public var userAgent: String
    /// The proxy's address; nil takes the one of the environment (`http_proxy` and the like), an
    /// empty text none.
    public var proxy: String?
    /// Parts of addresses that are put in when they are sent.
    public var secrets: [HTTPSecret] = []
    /// A file of trusted certificates in place of the system's.
    public var certificateFile: String?
    /// Whether `HTTPRequest.reach` is to be ignored.
    public var allowsPrivateHosts = false
    /// Addresses of names, `NAME:PORT:ADDRESS`, before any other source; for tests.
    var knownAddresses: [String] = []

    /// Makes a configuration.
    public init(userAgent: String, proxy: String? = nil, certificateFile: String? = nil) {
        self.userAgent = userAgent
        self.proxy = proxy
        self.certificateFile = certificateFile
    }
}

extension HTTPConfiguration {
    /// Whether requests to an address go through a proxy; one that `no_proxy` leaves out counts too.
    func usesProxy(for url: HTTPURL) -> Bool {
        if let proxy { return !proxy.isEmpty }
        let names =
            url.origin.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        return (names + ["all_proxy", "ALL_PROXY"]).contains { name in
            getenv(name).map { $0.pointee != 0 } ?? false
        }
    }
}
