/// Finding a place again by its frames.
extension MP3Decoder {
    /// How far around its old time a place is looked for in a stream, which must fetch all that.
    private static let reach = Duration.seconds(150)

    /// The hashes of what was decoded last, up to the present position.
    public func makeTrail() throws(AudioError) -> FrameTrail? {
        guard let map, let info, position >= 0 else { return nil }
        let goal = map.frame(forSample: position)
        if trail == nil {
            // From a little before the last seek's place on: a place needs frames on both sides.
            let half = Int64(FrameFingerprint.longest / 2)
            let began = max(map.frame(forSample: seekPlace), goal - Int64(FrameTrail.longest))
            let (frame, offset) = entry(before: began - half, map)
            trailWalker = MP3FrameWalker(from: offset, like: info.header)
            trail = FrameTrail(
                firstFrame: frame, frameLength: Int64(info.header.frameCount), trim: map.trim,
                sampleRate: info.header.sampleRate)
        }
        while let next = trail?.nextFrame, next < goal {
            guard let frame = try trailWalker?.next(&window) else { break }
            trail?.append(frame.hash)
        }
        return trail
    }

    /// Looks for a place by its frames: where it was, then in the whole file, or as much around it
    /// as is worth fetching.
    public func search(_ fingerprint: FrameFingerprint) throws(AudioError) -> FrameSearch {
        if source.isComplete { try measure() } else { try countHeldFrames() }
        var alignment = FrameAlignment(fingerprint.hashes)
        guard let map, let info, alignment.isUsable else { return .here }
        let wanted = format.frames(in: fingerprint.place)
        let start = max(0, wanted + map.trim - fingerprint.lead) / Int64(info.header.frameCount)
        // Where places are estimated, a second more or less is still the same place.
        let slack: Int64 = map.isExact(frame: start) ? 2 : 40
        let count = Int64(fingerprint.hashes.count)
        let near = (start - slack)..<(start + count + slack)
        if let found = try walk(near, &alignment, map, expected: start) {
            return abs(found - start) <= slack
                ? .here : .moved(toFrame: place(found, fingerprint, map))
        }
        alignment = FrameAlignment(fingerprint.hashes)
        let reach = format.frames(in: Self.reach) / Int64(info.header.frameCount)
        let all = source.isComplete ? 0..<Int64.max : (start - reach)..<(start + reach)
        guard let found = try walk(all, &alignment, map, expected: start) else { return .lost }
        return .moved(toFrame: place(found, fingerprint, map))
    }
}

extension MP3Decoder {
    private func place(_ frame: Int64, _ fingerprint: FrameFingerprint, _ map: MP3TimeMap) -> Int64
    {
        max(0, frame * Int64(info?.header.frameCount ?? 1152) + fingerprint.lead - map.trim)
    }

    /// A frame at or before another one whose offset is known, or estimated and looked for.
    private func entry(before frame: Int64, _ map: MP3TimeMap) -> (frame: Int64, offset: Int64) {
        if let middleStart { return middleStart }
        let exact = max(0, frame) / MP3Index.step * MP3Index.step
        return (exact, map.byte(forFrame: exact))
    }

    /// Lets frames vote; nil where nothing was found among them.
    private func walk(
        _ frames: Range<Int64>, _ alignment: inout FrameAlignment, _ map: MP3TimeMap,
        expected: Int64
    ) throws(AudioError) -> Int64? {
        guard let info else { return nil }
        let lower = max(0, frames.lowerBound) / MP3Index.step * MP3Index.step
        var offset = map.byte(forFrame: lower)
        var frame = lower
        if lower > 0 {
            guard
                let synced = try MP3Sync.firstFrame(&window, from: offset, like: info.header)
            else { return nil }
            // Where frames are not counted, their numbers are as good as the map.
            if !map.isCounted(lower) { frame = Int64(map.frame(at: synced).rounded()) }
            offset = synced
        }
        var walker = MP3FrameWalker(from: offset, like: info.header)
        var recent: [Int64] = []
        while frame < frames.upperBound, let next = try walker.next(&window) {
            recent.append(next.offset)
            if recent.count > 400 { recent.removeFirst(200) }
            if let start = alignment.note(next.hash, frame: frame) {
                pin(recent, upTo: frame)
                return start
            }
            frame += 1
        }
        pin(recent, upTo: frame - 1)
        return alignment.best(near: expected)
    }

    /// Keeps the offsets of frames that were just walked over, so that a seek there is exact.
    private func pin(_ offsets: [Int64], upTo last: Int64) {
        pinned = (last - Int64(offsets.count) + 1, offsets)
    }
}
