/// A transfer that came to its end.
public struct HTTPTransfer: Sendable, Equatable {
    /// How the end of the body is known.
    public enum Framing: Sendable, Equatable {
        /// A Content-Length was given.
        case contentLength(Int64)
        /// The transfer coding marks the end: chunked, or an HTTP/2 stream.
        case chunked
        /// The connection's end is the end, so a break cannot be told from it.
        case untilClose
        /// There is no body by definition (HEAD, 204, 304).
        case none
    }

    /// The head of the final response.
    public let head: HTTPResponseHead
    /// How many bytes of body the receiver got.
    public let byteCount: Int64
    /// How the end of the body is known.
    public let framing: Framing

    /// Whether the body is known to be whole.
    public var isFramedToItsEnd: Bool { framing != .untilClose }

    /// Makes a transfer.
    public init(head: HTTPResponseHead, byteCount: Int64, framing: Framing) {
        self.head = head
        self.byteCount = byteCount
        self.framing = framing
    }
}
