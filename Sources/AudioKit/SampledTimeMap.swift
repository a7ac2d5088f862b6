/// A map by points between which bytes and time go in step.
struct SampledTimeMap: TimeMap {
    /// A place that is known.
    struct Point: Hashable {
        let byte: Int64
        let frame: Int64
    }

    private let points: [Point]
    private let frameCount: Int64
    private let hasIndex: Bool

    /// Takes points in any order; start and end of the file are added.
    init(points: [Point], byteCount: Int64, frameCount: Int64) {
        var all: [Point] = []
        let inner = points.filter { $0.frame >= 0 && $0.frame < frameCount && $0.byte < byteCount }
        for point in inner.sorted(by: { $0.byte < $1.byte }) {
            // Only what goes forward in both is of use.
            if let last = all.last, point.frame <= last.frame || point.byte <= last.byte {
                continue
            }
            all.append(point)
        }
        if all.first?.frame != 0 { all.insert(Point(byte: 0, frame: 0), at: 0) }
        all.append(Point(byte: byteCount, frame: frameCount))
        self.points = all
        self.frameCount = frameCount
        hasIndex = inner.count > 2
    }

    func isExact(atFrame frame: Int64) -> Bool { hasIndex }

    func mediaRanges(of byteRanges: [Range<Int64>]) -> [Range<Int64>] {
        byteRanges.compactMap { range in
            // A byte before the first packet belongs to the beginning.
            let lower = frame(at: range.lowerBound)
            let upper = frame(at: range.upperBound)
            return lower < upper ? lower..<upper : nil
        }
    }

    private func frame(at byte: Int64) -> Int64 {
        guard let next = points.firstIndex(where: { $0.byte > byte }) else { return frameCount }
        guard next > 0 else { return 0 }
        let from = points[next - 1]
        let to = points[next]
        let share = Double(byte - from.byte) / Double(to.byte - from.byte)
        return from.frame + Int64(share * Double(to.frame - from.frame))
    }
}
