/// Why a transfer gave no whole response; an error status is no error here.
public struct HTTPError: Error, Sendable, Equatable {
    /// Where in a transfer the time ran out.
    public enum Phase: Sendable, Equatable {
        /// Name look-up, connection, TLS.
        case connect
        /// Between the request and the end of the header fields.
        case response
        /// In the body.
        case body
        /// The whole transfer took longer than allowed.
        case total
    }

    /// What was wrong with a redirect.
    public enum RedirectFault: Sendable, Equatable {
        /// More of them than allowed.
        case tooMany
        /// Its target is neither http nor https.
        case scheme(String)
        /// Its target is no address.
        case badTarget
    }

    /// What happened.
    public enum Reason: Sendable, Equatable {
        /// The text is no address.
        case badURL
        /// The address is neither http nor https.
        case unsupportedScheme(String)
        /// The host's name, or the proxy's, has no address.
        case dns
        /// Nobody listens there, or the network does not lead there.
        case refused
        /// The server did not answer in time.
        case timeout(Phase)
        /// The connection broke, or ended before the body did.
        case connectionLost(afterBytes: Int64)
        /// The encrypted connection could not be made or trusted.
        case tls(detail: String)
        /// A redirect could not be followed.
        case redirect(RedirectFault)
        /// The address leads to the own machine or network, which `HTTPRequest.reach` forbids.
        case privateHost
        /// More bytes of body than allowed.
        case tooLarge(limit: Int64)
        /// What came is no HTTP, or its content coding is damaged.
        case malformed(detail: String)
        /// The receiver wanted no more.
        case stoppedByReceiver
        /// The task was cancelled, or the client ended.
        case cancelled
        /// The body could not be put into a temporary file.
        case cannotStore(errno: Int32)
        /// Something else, by libcurl's code.
        case other(code: UInt32, detail: String)
    }

    /// What happened.
    public let reason: Reason
    /// The address at which it happened, without a login.
    public let url: String

    /// Makes an error.
    public init(_ reason: Reason, url: String) {
        self.reason = reason
        self.url = url
    }
}
