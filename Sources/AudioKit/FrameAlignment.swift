/// Finds a run of frames in a longer one: each frame that is met votes for a place of the run.
struct FrameAlignment {
    /// The index in the run of each hash that occurs in it once; silence repeats, and says nothing.
    private let places: [UInt32: Int]
    private let needed: Int
    private var votes: [Int64: Int] = [:]

    init(_ hashes: [UInt32]) {
        var places: [UInt32: Int] = [:]
        var repeated: Set<UInt32> = []
        for (index, hash) in hashes.enumerated()
        where places.updateValue(index, forKey: hash) != nil {
            repeated.insert(hash)
        }
        for hash in repeated { places[hash] = nil }
        self.places = places
        needed = max(FrameFingerprint.shortest / 2, places.count / 2)
    }

    /// Whether the run can be told from others at all.
    var isUsable: Bool { places.count >= FrameFingerprint.shortest / 2 }

    /// Takes a frame in; the frame where the run begins once that is beyond doubt.
    mutating func note(_ hash: UInt32, frame: Int64) -> Int64? {
        guard let index = places[hash] else { return nil }
        let start = frame - Int64(index)
        votes[start, default: 0] += 1
        return votes[start] == places.count ? start : nil
    }

    /// The best place so far, the nearest to an expected one of several.
    func best(near expected: Int64) -> Int64? {
        votes.filter { $0.value >= needed }.max {
            ($0.value, -abs($0.key - expected)) < ($1.value, -abs($1.key - expected))
        }?.key
    }
}
