/// A set of byte positions, kept as sorted, disjoint, non-touching half-open ranges.
public struct ByteRangeSet: Hashable, Sendable {
    /// The ranges in ascending order; no two overlap or touch, and none is empty.
    public private(set) var ranges: [Range<Int64>]

    /// Makes an empty set.
    public init() {
        ranges = []
    }

    /// Makes the union of some ranges, in any order.
    public init(_ ranges: some Sequence<Range<Int64>>) {
        self.init()
        for range in ranges {
            insert(range)
        }
    }

    /// Whether the set holds no byte.
    public var isEmpty: Bool { ranges.isEmpty }

    /// How many bytes the set holds.
    public var byteCount: Int64 {
        ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }

    /// Adds a range and joins it with those that it overlaps or touches.
    public mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        let first = firstIndex { $0.upperBound >= range.lowerBound }
        let end = firstIndex { $0.lowerBound > range.upperBound }
        guard first < end else {
            ranges.insert(range, at: first)
            return
        }
        let lower = min(range.lowerBound, ranges[first].lowerBound)
        let upper = max(range.upperBound, ranges[end - 1].upperBound)
        ranges.replaceSubrange(first..<end, with: CollectionOfOne(lower..<upper))
    }

    /// Takes a range out; ranges that it cuts keep what lies outside.
    public mutating func remove(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        let first = firstIndex { $0.upperBound > range.lowerBound }
        let end = firstIndex { $0.lowerBound >= range.upperBound }
        guard first < end else { return }
        var kept: [Range<Int64>] = []
        if ranges[first].lowerBound < range.lowerBound {
            kept.append(ranges[first].lowerBound..<range.lowerBound)
        }
        if ranges[end - 1].upperBound > range.upperBound {
            kept.append(range.upperBound..<ranges[end - 1].upperBound)
        }
        ranges.replaceSubrange(first..<end, with: kept)
    }

    /// The end of the held run that contains or begins at a position; the position itself where
    /// the byte there is not held.
    public func heldEnd(from position: Int64) -> Int64 {
        let index = firstIndex { $0.upperBound > position }
        guard index < ranges.count, ranges[index].lowerBound <= position else { return position }
        return ranges[index].upperBound
    }

    /// Whether every byte of a range is held; an empty range always is.
    public func contains(_ range: Range<Int64>) -> Bool {
        range.isEmpty || heldEnd(from: range.lowerBound) >= range.upperBound
    }

    /// The parts of a range that are not held, in ascending order.
    public func holes(in range: Range<Int64>) -> [Range<Int64>] {
        var holes: [Range<Int64>] = []
        var position = range.lowerBound
        for held in ranges[firstIndex { $0.upperBound > range.lowerBound }...] {
            guard held.lowerBound < range.upperBound else { break }
            if held.lowerBound > position {
                holes.append(position..<held.lowerBound)
            }
            position = max(position, held.upperBound)
        }
        if position < range.upperBound {
            holes.append(position..<range.upperBound)
        }
        return holes
    }
}

extension ByteRangeSet {
    /// Binary search for the first range with a property that all later ranges share.
    private func firstIndex(where isBeyond: (Range<Int64>) -> Bool) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(ranges[middle]) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}
