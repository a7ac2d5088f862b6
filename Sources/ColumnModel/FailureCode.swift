/// Why a feed or a file could not be had; kept in the store, so a code never changes its meaning.
///
/// The raw values are those of `error.code` in the JSON output.
public enum FailureCode: String, Sendable, CaseIterable {
    /// The server did not answer, or went silent.
    case timeout
    /// The host's name has no address.
    case dns
    /// Nobody listens there, or the connection broke.
    case refused
    /// The encrypted connection could not be made or trusted.
    case tls
    /// The server answered with an error status.
    case httpStatus = "http-status"
    /// A user name and password are needed, or were refused.
    case login
    /// What came is no audio: a web page, a feed, text.
    case notAudio = "not-audio"
    /// What came is no feed.
    case notAFeed = "not-a-feed"
    /// More came than the configured limit.
    case tooLarge = "too-large"
    /// Redirects in a circle, too many, or to a place that is not http or https.
    case redirect
    /// The file system is full, or the reserve would be touched.
    case diskFull = "disk-full"
    /// The file changed on the server while it was fetched.
    case changed
    /// Fewer bytes came than were announced.
    case truncated
    /// The bytes do not match the digest that was announced.
    case digest
    /// The user, or the end of the program, stopped it.
    case cancelled
    /// A file or folder of this computer, or the library, cannot be used.
    case file
    /// The address is of a kind that is not fetched.
    case scheme
    /// A feed on the internet names, or a redirect from there leads to, the own machine or network.
    case privateHost = "private-host"
}

/// A failure as the store remembers it: facts, not words.
public struct Failure: Hashable, Sendable {
    /// What went wrong, by its stable code.
    public let code: FailureCode
    /// The HTTP status, where there was one.
    public let status: Int?
    /// Where it happened, without credentials.
    public let url: String?
    /// A fact that helps, such as the library's own sentence; never a secret.
    public let detail: String?

    /// Makes a failure from its facts.
    public init(code: FailureCode, status: Int? = nil, url: String? = nil, detail: String? = nil) {
        self.code = code
        self.status = status
        self.url = url
        self.detail = detail
    }
}
