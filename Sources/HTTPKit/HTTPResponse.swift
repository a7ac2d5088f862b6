/// A whole response with its body.
public struct HTTPResponse: Sendable {
    /// Where the body is.
    public enum Body: Sendable {
        /// In memory.
        case bytes([UInt8])
        /// In a temporary file, which goes away with its last reference.
        case file(TemporaryFile)
    }

    /// The transfer that brought it.
    public let transfer: HTTPTransfer
    /// The body.
    public let body: Body

    /// The head of the final response.
    public var head: HTTPResponseHead { transfer.head }
}
