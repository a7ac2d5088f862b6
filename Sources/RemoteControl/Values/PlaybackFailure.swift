/// Why what should play does not.
public struct PlaybackFailure: Sendable, Hashable {
    /// A word for programs that keeps its meaning.
    public var code: String
    /// A sentence for people.
    public var message: String

    /// Makes a failure.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
