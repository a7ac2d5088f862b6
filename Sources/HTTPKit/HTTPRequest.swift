/// What to fetch, and within which limits.
public struct HTTPRequest: Sendable {
    /// Which codings of the body may come.
    public enum Compression: Sendable {
        /// The bytes as they are; asked for, and whatever comes is handed on undecoded.
        case identity
        /// What libcurl can decode (gzip, br, zstd); the receiver gets decoded bytes.
        case any
    }

    /// The address, http or https; a user and password in it are cut off and become credentials.
    public var url: String
    /// What is asked for.
    public var method = HTTPMethod.get
    /// What is sent with POST and PUT.
    public var body: [UInt8] = []
    /// Header fields to add; sent to every host of a chain of redirects.
    public var fields: [HTTPField] = []
    /// The first byte that is wanted; nil asks for the whole.
    public var rangeStart: Int64?
    /// The last byte that is wanted; nil asks for all from `rangeStart`.
    public var rangeEnd: Int64?
    /// A login; it goes to its own origin only.
    public var credentials: HTTPCredentials?
    /// How long name look-up, connection and TLS may take together, for each hop.
    public var connectTimeout = Duration.seconds(15)
    /// How long the server may be silent once connected; a paused transfer does not count.
    public var stallTimeout = Duration.seconds(30)
    /// How long the whole transfer may take; nil sets no limit.
    public var totalTimeout: Duration?
    /// How many bytes of body may come, decoded; more is `HTTPError.Reason.tooLarge`.
    public var maxBytes: Int64?
    /// Which codings of the body may come.
    public var compression = Compression.identity
    /// How many redirects are followed.
    public var redirectLimit = 10
    /// Whether a redirect to an address may be followed; nil: to any.
    public var acceptsRedirect: (@Sendable (HTTPURL) -> Bool)?
    /// Which hosts it may lead to; `HTTPConfiguration.allowsPrivateHosts` lifts the limit.
    public var reach = HTTPReach.anywhere
    /// libcurl's receive buffer in bytes; large ones spare calls in long downloads.
    public var bufferSize = 64 << 10
    /// Whether the receiver will pause it again and again: it gets HTTP/1.1 and small buffers in the kernel,
    /// so that a pause soon reaches the server. (Over HTTP/2 libcurl takes up to 32 MiB all the same.)
    public var isPaced = false
    /// Slows the transfer down; may be shared by many.
    public var rateLimiter: RateLimiter?

    /// Makes a GET of an address.
    public init(url: String) {
        self.url = url
    }
}
