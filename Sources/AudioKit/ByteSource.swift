/// Bytes of one media file, local or on their way, read at any offset by a plain thread.
public protocol ByteSource: AnyObject, Sendable {
    /// The whole length, where it is known.
    var length: Int64? { get }

    /// Whether every byte can be read without waiting for a network.
    var isComplete: Bool { get }

    /// The byte ranges that can be read without waiting, ascending and disjoint.
    var availableRanges: [Range<Int64>] { get }

    /// Whether so much is there ahead of the reader that no more is fetched for the time being.
    var isSated: Bool { get }

    /// Tells how many bytes a second are used, by which a source that fetches looks ahead.
    func expectUse(bytesPerSecond: Double)

    /// Reads at an offset and blocks until at least one byte is there; 0 means the true end.
    ///
    /// Called by one thread at a time, never from Swift's pool. Throws `AudioError.interrupted`
    /// from the call to `interrupt()` until the one to `rearm()`.
    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int

    /// Reads likewise, but only to look: what is heard is somewhere else, unless bytes must be waited for.
    func survey(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int

    /// Makes the read that waits, and all that follow, end at once; callable from any thread.
    func interrupt()

    /// Lets reads through again after `interrupt()`.
    func rearm()
}

extension ByteSource {
    /// False: nothing is fetched, or as much as comes.
    public var isSated: Bool { false }

    /// A read.
    public func survey(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        try read(at: offset, into: buffer)
    }

    /// Nothing.
    public func expectUse(bytesPerSecond: Double) {}
}
