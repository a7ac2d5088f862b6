import Synchronization

/// A ring of frames between one producer thread and one consumer thread, without locks.
///
/// Indices count frames from the ring's birth and never wrap. Some frames behind the read index
/// are kept, so that an output can go back to what it took and nobody heard.
public final class SampleRing: Sendable {
    /// Frames that fit; a power of two.
    public let capacity: Int
    /// Samples in a frame.
    public let channelCount: Int
    /// Frames behind the read index that are kept.
    public let history: Int
    // Guarded by the indices: the producer touches only free frames, the consumer only full ones.
    private nonisolated(unsafe) let storage: UnsafeMutablePointer<Float>
    private let written = Atomic(0)
    private let consumed = Atomic(0)
    /// No frame before this one is still there; moved by the consumer only.
    private let oldest = Atomic(0)

    /// Makes a ring with room for at least `capacity` frames beside the history.
    public init(capacity: Int, history: Int, channelCount: Int) {
        var size = 1
        while size < capacity + history { size *= 2 }
        self.capacity = size
        self.history = history
        self.channelCount = channelCount
        storage = .allocate(capacity: size * channelCount)
        storage.initialize(repeating: 0, count: size * channelCount)
    }

    deinit {
        storage.deallocate()
    }

    /// The index of the next frame to be written.
    public var writeIndex: Int { written.load(ordering: .acquiring) }

    /// The index of the next frame to be read.
    public var readIndex: Int { consumed.load(ordering: .acquiring) }

    /// Frames that wait for the consumer.
    public var fillCount: Int { max(0, writeIndex - readIndex) }

    /// Frames that the producer may write now.
    public var freeCount: Int { capacity - history - fillCount }

    /// Writes frames as far as there is room; returns how many.
    ///
    /// Producer only.
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let start = written.load(ordering: .relaxed)
        let room = capacity - history - (start - consumed.load(ordering: .acquiring))
        let count = min(room, samples.count / channelCount)
        guard count > 0, let base = samples.baseAddress else { return 0 }
        let offset = start & (capacity - 1)
        let first = min(count, capacity - offset)
        (storage + offset * channelCount).update(from: base, count: first * channelCount)
        if count > first {
            storage.update(from: base + first * channelCount, count: (count - first) * channelCount)
        }
        written.store(start + count, ordering: .releasing)
        return count
    }

    /// Shows up to `limit` frames in one or two pieces and takes them out.
    ///
    /// Consumer only.
    func consume(upTo limit: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) -> Int {
        let start = consumed.load(ordering: .relaxed)
        let count = min(limit, written.load(ordering: .acquiring) - start)
        guard count > 0 else { return 0 }
        let offset = start & (capacity - 1)
        let first = min(count, capacity - offset)
        body(
            UnsafeBufferPointer(start: storage + offset * channelCount, count: first * channelCount)
        )
        if count > first {
            body(UnsafeBufferPointer(start: storage, count: (count - first) * channelCount))
        }
        consumed.store(start + count, ordering: .releasing)
        let kept = start + count - history
        if kept > oldest.load(ordering: .relaxed) { oldest.store(kept, ordering: .relaxed) }
        return count
    }

    /// Drops all that waits.
    ///
    /// Consumer only, or with the consumer kept out.
    func discardAll() {
        let end = written.load(ordering: .acquiring)
        consumed.store(end, ordering: .releasing)
        oldest.store(end, ordering: .relaxed)
    }

    /// Takes frames out unseen, as far as there are any.
    ///
    /// Consumer only, or with the consumer kept out.
    func skip(_ count: Int) {
        consumed.store(readIndex + min(count, fillCount), ordering: .releasing)
    }

    /// Takes back what was written from an index on, which must not be consumed yet.
    ///
    /// With producer and consumer kept out.
    func truncate(to index: Int) {
        written.store(index, ordering: .releasing)
    }

    /// Goes back by frames that were consumed, as far as they are kept; returns how many.
    ///
    /// Consumer only, or with the consumer kept out. Never goes behind `discardAll()`.
    func rewind(by count: Int) -> Int {
        let index = consumed.load(ordering: .relaxed)
        let bounded = max(0, min(count, index - oldest.load(ordering: .relaxed)))
        if bounded > 0 { consumed.store(index - bounded, ordering: .releasing) }
        return bounded
    }
}
