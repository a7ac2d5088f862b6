/// Interleaved frames that grow at the back and go at the front; owned by one thread.
struct FrameBuffer: ~Copyable {
    private let channelCount: Int
    private var storage: UnsafeMutablePointer<Float>
    private var capacity: Int
    private var start = 0
    private var end = 0

    init(channelCount: Int, frames: Int = 8192) {
        self.channelCount = channelCount
        capacity = frames * channelCount
        storage = .allocate(capacity: capacity)
        storage.initialize(repeating: 0, count: capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// Frames held.
    var count: Int { (end - start) / channelCount }

    /// The first sample; valid until the next change.
    var pointer: UnsafeMutablePointer<Float> { storage + start }

    mutating func append(_ samples: UnsafeBufferPointer<Float>) {
        guard let base = samples.baseAddress else { return }
        append(base, frames: samples.count / channelCount)
    }

    mutating func append(_ samples: UnsafePointer<Float>, frames: Int) {
        guard frames > 0 else { return }
        extend(frames: frames).update(from: samples, count: frames * channelCount)
    }

    mutating func appendSilence(frames: Int) {
        guard frames > 0 else { return }
        extend(frames: frames).update(repeating: 0, count: frames * channelCount)
    }

    /// Makes room for frames at the back, to be written by the caller.
    mutating func extend(frames: Int) -> UnsafeMutablePointer<Float> {
        let needed = frames * channelCount
        if end + needed > capacity { makeRoom(needed) }
        defer { end += needed }
        return storage + end
    }

    mutating func dropFirst(_ frames: Int) {
        start = min(end, start + frames * channelCount)
        if start == end {
            start = 0
            end = 0
        }
    }

    mutating func dropLast(_ frames: Int) {
        end = max(start, end - frames * channelCount)
    }

    /// Takes frames out of the middle.
    mutating func removeFrames(from first: Int, count: Int) {
        let gap = start + first * channelCount
        let behind = gap + count * channelCount
        (storage + gap).update(from: storage + behind, count: end - behind)
        end -= count * channelCount
    }

    mutating func removeAll() {
        start = 0
        end = 0
    }

    private mutating func makeRoom(_ needed: Int) {
        let used = end - start
        if used + needed <= capacity {
            storage.update(from: storage + start, count: used)
        } else {
            let larger = max(capacity * 2, used + needed)
            let moved = UnsafeMutablePointer<Float>.allocate(capacity: larger)
            moved.initialize(repeating: 0, count: larger)
            moved.update(from: storage + start, count: used)
            storage.deallocate()
            storage = moved
            capacity = larger
        }
        start = 0
        end = used
    }
}
