/// What playing found out about a file, as long as size and time of the file are these.
public struct FileFacts: Sendable, Equatable {
    /// The file's size in bytes.
    public var bytes: Int64
    /// When the file was last changed, in nanoseconds since 1970.
    public var modified: Int64
    /// The loudness of the whole in LUFS.
    public var loudness: Double?
    /// Where MP3 frames begin, in the decoder's own form.
    public var frameIndex: [UInt8]?
    /// Where nobody speaks, in the form that the services give it; nil where nobody looked.
    public var pauses: [UInt8]?

    /// Makes facts.
    public init(
        bytes: Int64, modified: Int64, loudness: Double?, frameIndex: [UInt8]?,
        pauses: [UInt8]? = nil
    ) {
        self.bytes = bytes
        self.modified = modified
        self.loudness = loudness
        self.frameIndex = frameIndex
        self.pauses = pauses
    }
}
