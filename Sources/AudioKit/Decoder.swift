/// Turns one file's bytes into samples; owned by one thread.
public protocol Decoder: AnyObject {
    /// What the samples look like; constant for the whole file.
    var format: AudioFormat { get }

    /// The length in frames and whether it is measured; nil where nothing is known yet.
    var length: MediaLength? { get }

    /// Decodes the next frames as floats in -1…1; returns how many frames came, 0 at the true end.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int

    /// Goes to a frame, counted from the first one heard; returns the frame that comes next.
    func seek(toFrame frame: Int64) throws(AudioError) -> Int64

    /// What is known now of bytes and times; nil where only the whole file plays.
    func makeTimeMap() throws(AudioError) -> (any TimeMap)?

    /// Makes length and seeks exact where the whole file is there; may read all of it once.
    func measure() throws(AudioError)

    /// What was left out because it is broken, as far as is known.
    var damage: MediaDamage { get }

    /// Looks a little further for what is broken, where that is there; for idle moments.
    func inspect() throws(AudioError)

    /// The loudness in LUFS that the file's tags lead to expect; nil where they say nothing.
    func taggedLoudness() throws(AudioError) -> Double?

    /// What spares the next opening a look at the whole file; nil where nothing does, or not yet.
    var savedIndex: [UInt8]? { get }

    /// What tells places by their frames, for what was decoded last; nil where the kind has none.
    func makeTrail() throws(AudioError) -> FrameTrail?

    /// Looks for a place by its frames; may read much of the file, and waits for the bytes.
    func search(_ fingerprint: FrameFingerprint) throws(AudioError) -> FrameSearch
}

extension Decoder {
    /// Nothing: the file's head said all.
    public func measure() throws(AudioError) {}

    /// None.
    public var damage: MediaDamage { MediaDamage() }

    /// Nothing: what is broken shows itself by being decoded.
    public func inspect() throws(AudioError) {}

    /// Nothing is said.
    public func taggedLoudness() throws(AudioError) -> Double? { nil }

    /// Nothing is needed.
    public var savedIndex: [UInt8]? { nil }

    /// None.
    public func makeTrail() throws(AudioError) -> FrameTrail? { nil }

    /// Not to be found.
    public func search(_ fingerprint: FrameFingerprint) throws(AudioError) -> FrameSearch { .lost }
}

/// A file's length in frames.
public struct MediaLength: Hashable, Sendable {
    /// Frames from the first to the last one heard.
    public let frames: Int64
    /// Whether the number is computed from an average and may change.
    public let isEstimated: Bool

    /// Makes a length.
    public init(frames: Int64, isEstimated: Bool) {
        self.frames = frames
        self.isEstimated = isEstimated
    }
}
