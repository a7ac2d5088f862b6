/// Which media frames were measured, so that none is measured twice.
struct FrameCoverage {
    private var ranges: [Range<Int64>] = []

    /// Frames in all.
    var count: Int64 { ranges.reduce(0) { $0 + Int64($1.count) } }

    func contains(_ frame: Int64) -> Bool { ranges.contains { $0.contains(frame) } }

    mutating func insert(_ range: Range<Int64>) {
        guard !range.isEmpty else { return }
        var merged = range
        ranges.removeAll { other in
            guard other.lowerBound <= merged.upperBound, merged.lowerBound <= other.upperBound
            else {
                return false
            }
            merged =
                min(
                    merged.lowerBound, other.lowerBound)..<max(
                    merged.upperBound, other.upperBound)
            return true
        }
        ranges.append(merged)
    }
}
