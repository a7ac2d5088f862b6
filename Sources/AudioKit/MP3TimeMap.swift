/// The map of an MP3 file: exact where headers were counted, else arithmetic or an estimate.
struct MP3TimeMap: TimeMap, Hashable {
    /// How places beyond the counted part are found.
    enum Method: Hashable {
        /// All frames are equal: exact to a frame.
        case constant
        /// The encoder's table: half a percent of the length at worst.
        case table
        /// The average so far.
        case average
    }

    let info: MP3StreamInfo
    let method: Method
    /// The file's length in bytes.
    let byteCount: Int64?
    /// Frames of the whole file, counted, tagged or estimated.
    let totalFrames: Double?
    private let isTagBelieved: Bool
    private let offsets: [Int64]
    private let countedFrames: Int64
    private let countedEnd: Int64
    private let bytesPerFrame: Double

    init(info: MP3StreamInfo, index: MP3Index, byteCount: Int64?) {
        self.info = info
        self.byteCount = byteCount
        offsets = index.offsets
        countedFrames = index.frameCount
        countedEnd = index.offsets.isEmpty ? info.audioOffset : index.nextOffset
        let header = info.header
        let nominal = Double(header.bitRate) * Double(header.frameCount) / 8
        let counted = Double(countedEnd - info.audioOffset) / Double(max(1, countedFrames))
        bytesPerFrame = countedFrames > 50 ? counted : nominal / Double(header.sampleRate)
        isTagBelieved = info.isTagBelievable(byteCount: byteCount)
        let tagged = isTagBelieved ? info.taggedFrames.map(Double.init) : nil
        if info.tag == .info || info.tag == .none && index.isConstant {
            method = .constant
        } else if info.toc.count == 100, tagged != nil {
            method = .table
        } else {
            method = .average
        }
        if index.isWhole, !index.hasGarbage {
            totalFrames = Double(countedFrames)
        } else if let tagged {
            totalFrames = tagged
        } else if let byteCount {
            totalFrames =
                Double(countedFrames)
                + max(0, Double(byteCount - countedEnd)) / max(1, bytesPerFrame)
        } else {
            totalFrames = nil
        }
    }

    /// Samples that a gapless decoder drops at the front: the encoder's delay and its own.
    var trim: Int64 { info.delay.map { Int64($0) + 529 } ?? 0 }

    /// Samples in a frame.
    private var frameLength: Int64 { Int64(info.header.frameCount) }

    /// The MP3 frame that carries a sample.
    func frame(forSample sample: Int64) -> Int64 { max(0, sample + trim) / frameLength }

    /// The first sample of an MP3 frame.
    func sample(forFrame frame: Int64) -> Int64 { frame * frameLength - trim }

    /// The length in samples, where anything is known of it.
    var sampleCount: Int64? {
        if isTagBelieved, let tagged = info.taggedLength, !isCounted { return tagged }
        guard let totalFrames else { return nil }
        let all = Int64(totalFrames) * frameLength
        return max(0, all - Int64((info.delay ?? 0) + (info.padding ?? 0)))
    }

    private var isCounted: Bool { totalFrames == Double(countedFrames) }

    /// Whether all frames up to this one were found one after the other.
    func isCounted(_ frame: Int64) -> Bool { frame <= countedFrames }

    /// Whether a frame's place is known.
    func isExact(frame: Int64) -> Bool { frame <= countedFrames || method == .constant }

    func isExact(atFrame frame: Int64) -> Bool { isExact(frame: self.frame(forSample: frame)) }

    func mediaRanges(of byteRanges: [Range<Int64>]) -> [Range<Int64>] {
        let end = sampleCount ?? .max
        return byteRanges.compactMap { range in
            let first = Int64(frame(at: range.lowerBound).rounded(.up))
            let last = Int64(frame(at: range.upperBound).rounded(.down))
            let lower = min(end, max(0, sample(forFrame: first)))
            // The last byte of the file closes the last frame, whatever the arithmetic says.
            let isAtEnd = range.upperBound == byteCount
            let upper = isAtEnd ? end : min(end, max(0, sample(forFrame: last)))
            return lower < upper && upper != .max ? lower..<upper : nil
        }
    }

    /// The frame that stands at a byte, with a fraction inside it.
    func frame(at byte: Int64) -> Double {
        if byte <= info.audioOffset { return 0 }
        if byte <= countedEnd { return countedFrame(at: byte) }
        switch method {
        case .table:
            if let frame = tableFrame(at: byte) { return max(Double(countedFrames), frame) }
            return average(at: byte)
        case .constant, .average:
            return average(at: byte)
        }
    }

    /// Where a frame stands, to the nearest byte.
    func byte(forFrame frame: Int64) -> Int64 {
        if frame <= 0 { return info.audioOffset }
        if frame <= countedFrames { return countedByte(forFrame: frame) }
        var place: Double
        switch method {
        case .table:
            place = tableByte(forFrame: frame)
        case .constant, .average:
            place = Double(countedEnd) + Double(frame - countedFrames) * bytesPerFrame
        }
        if let byteCount { place = min(place, Double(byteCount)) }
        return max(countedEnd, Int64(place))
    }
}

extension MP3TimeMap {
    private func average(at byte: Int64) -> Double {
        Double(countedFrames) + Double(byte - countedEnd) / max(1, bytesPerFrame)
    }

    private func countedFrame(at byte: Int64) -> Double {
        var low = 0
        var high = offsets.count
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= byte { low = middle + 1 } else { high = middle }
        }
        let slot = max(0, low - 1)
        guard slot < offsets.count else { return 0 }
        let first = Int64(slot) * MP3Index.step
        let isLast = slot + 1 == offsets.count
        let end = isLast ? countedEnd : offsets[slot + 1]
        let count = isLast ? countedFrames - first : MP3Index.step
        let share = Double(byte - offsets[slot]) / Double(max(1, end - offsets[slot]))
        return Double(first) + share * Double(count)
    }

    private func countedByte(forFrame frame: Int64) -> Int64 {
        let slot = min(offsets.count - 1, Int(frame / MP3Index.step))
        guard slot >= 0 else { return info.audioOffset }
        let first = Int64(slot) * MP3Index.step
        let isLast = slot + 1 == offsets.count
        let end = isLast ? countedEnd : offsets[slot + 1]
        let count = isLast ? countedFrames - first : MP3Index.step
        let share = Double(frame - first) / Double(max(1, count))
        return offsets[slot] + Int64(share * Double(end - offsets[slot]))
    }

    /// The table's entry for a percentage, as a byte offset.
    private func entry(_ percent: Int) -> Double {
        let bytes = Double(info.taggedBytes ?? (byteCount ?? 0) - info.firstOffset)
        let value = percent < 100 ? Double(info.toc[percent]) / 256 : 1
        return Double(info.firstOffset) + value * bytes
    }

    private func tableByte(forFrame frame: Int64) -> Double {
        let percent = min(100, Double(frame) / max(1, totalFrames ?? 1) * 100)
        let whole = min(99, Int(percent))
        return entry(whole) + (entry(whole + 1) - entry(whole)) * (percent - Double(whole))
    }

    private func tableFrame(at byte: Int64) -> Double? {
        guard let totalFrames else { return nil }
        let place = Double(byte)
        guard let upper = (1...100).first(where: { entry($0) >= place }) else {
            return totalFrames
        }
        let start = entry(upper - 1)
        let share = (place - start) / max(1, entry(upper) - start)
        return (Double(upper - 1) + max(0, share)) / 100 * totalFrames
    }
}
