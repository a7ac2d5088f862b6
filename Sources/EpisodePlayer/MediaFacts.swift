/// What was found out about a file by playing it; worth keeping as long as the file is the same.
public struct MediaFacts: Hashable, Sendable {
    /// Where its frames begin, so that the next opening need not look at all of it.
    public var frameIndex: [UInt8]?
    /// The loudness of the whole in LUFS.
    public var loudness: Double?

    /// Makes facts; none without arguments.
    public init(frameIndex: [UInt8]? = nil, loudness: Double? = nil) {
        self.frameIndex = frameIndex
        self.loudness = loudness
    }
}
