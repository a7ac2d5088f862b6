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

    /// Makes a configuration.
    public init(userAgent: String, proxy: String? = nil, certificateFile: String? = nil) {
        self.userAgent = userAgent
        self.proxy = proxy
        self.certificateFile = certificateFile
    }
}
