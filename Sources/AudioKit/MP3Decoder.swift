/// Decodes MP3 through libmpg123: floats, gapless, exact seeks where the headers are counted.
///
/// libmpg123's own seeks would read all up to the target, and its estimates are off by seconds; so
/// in a stream a second handle is opened in the middle of the file, at a place of our own finding.
public final class MP3Decoder: Decoder {
    /// The first frame's rate and channels.
    public let format: AudioFormat
    let source: any ByteSource
    private let front: MP3Handle
    var window: ByteWindow
    let info: MP3StreamInfo?
    private var index: MP3Index?
    private var measuredLength: Int64?
    /// Looks at what follows the first bytes that are no frame.
    private var damageScan: MP3DamageScan?
    /// How many offsets `front` was given.
    private var givenOffsets = 0
    /// A handle that began in the middle, and the sample that its first one is.
    private var middle: (handle: MP3Handle, firstSample: Int64)?
    /// Whether a seek found no frame any more.
    private var isAtEnd = false
    /// The sample that comes next; -1 after a failure.
    private(set) var position: Int64 = 0
    /// Hashes of the frames decoded since the last seek, and where the next one stands.
    var trail: FrameTrail?
    var trailWalker: MP3FrameWalker?
    /// Where the last seek went.
    private(set) var seekPlace: Int64 = 0
    /// A frame in the middle whose offset was found, not counted.
    private(set) var middleStart: (frame: Int64, offset: Int64)?
    /// Where some frames in a row stand that a search came upon, by the first one's number.
    var pinned: (frame: Int64, offsets: [Int64]) = (0, [])

    /// Opens a source and reads up to the first frame; blocks until that is there.
    ///
    /// - Parameter savedIndex: what `savedIndex` gave for the very same file.
    public init(source: any ByteSource, savedIndex: [UInt8]? = nil) throws(AudioError) {
        self.source = source
        window = ByteWindow(over: source)
        info = try MP3StreamInfo(&window)
        index = info.map { MP3Index($0) }
        front = try MP3Handle(reader: MP3Reader(source: source, base: 0))
        format = front.format
        guard source.isComplete, let info, let length = source.length, let savedIndex,
            let restored = MP3Index(savedIndex, of: info, fileLength: length)
        else { return }
        try giveIndex(restored)
        index = restored
        measuredLength = restored.measuredLength
    }

    /// Measured, else by the encoder's tag, else by arithmetic.
    public var length: MediaLength? {
        if let measuredLength {
            return MediaLength(frames: measuredLength, isEstimated: false)
        }
        if let info, info.isTagBelievable(byteCount: source.length),
            let tagged = info.taggedLength
        {
            // Its word only: of files that were joined the first one's tag is left.
            return MediaLength(frames: tagged, isEstimated: true)
        }
        let estimate = map?.sampleCount ?? front.length
        return estimate.map { MediaLength(frames: $0, isEstimated: true) }
    }

    /// Decodes the next frames.
    public func read(
        into buffer: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) -> Int {
        if isAtEnd { return 0 }
        guard let middle else {
            let count = try front.read(into: buffer)
            position += Int64(count)
            return count
        }
        // A handle in the middle does not know the padding at the end.
        var room = buffer
        if let end = map?.sampleCount, let info, info.padding != nil,
            info.isTagBelievable(byteCount: source.length)
        {
            let left = max(0, end - position) * Int64(format.channelCount)
            room = UnsafeMutableBufferPointer(
                rebasing: buffer[..<Int(min(left, Int64(buffer.count)))])
            if room.isEmpty { return 0 }
        }
        let count = try middle.handle.read(into: room)
        position += Int64(count)
        return count
    }

    /// Goes to a frame: exactly where headers are counted, else to where the map says.
    public func seek(toFrame frame: Int64) throws(AudioError) -> Int64 {
        let target = max(0, frame)
        if target == position { return target }
        // Whatever fails now, nothing is known of the position.
        position = -1
        trail = nil
        middleStart = nil
        isAtEnd = false
        if source.isComplete {
            try measure()
        } else {
            try countHeldFrames()
        }
        let bounded = measuredLength.map { min(target, $0) } ?? target
        if let map, measuredLength == nil, !canSeekInFront(to: bounded, map) {
            position = try seekInMiddle(to: bounded, map)
        } else {
            middle = nil
            position = try front.seek(toFrame: bounded)
        }
        seekPlace = position
        return position
    }

    /// Counts the frames of a complete file, so that length and seeks are exact from then on.
    public func measure() throws(AudioError) {
        guard measuredLength == nil else { return }
        if let end = source.length, var index {
            do throws(AudioError) {
                try index.extend(&window, upTo: end)
            } catch .truncated {
                // What is there can be played and sought; the end will be told when it is met.
            }
            if !index.isWhole { index.finish() }
            self.index = index
            if let length = index.measuredLength, !index.offsets.isEmpty {
                try giveIndex(index)
                measuredLength = length
                return
            }
        }
        try front.scan()
        measuredLength = front.length
    }

    /// The places at which bytes between frames are none.
    public var damage: MediaDamage { damageScan?.damage ?? MediaDamage() }

    /// Goes on over the bytes that are held without a gap behind those that were looked at.
    public func inspect() throws(AudioError) {
        guard let info, let index, index.hasGarbage else { return }
        var scan = damageScan ?? MP3DamageScan(from: index.nextOffset, like: info.header)
        let next = scan.nextOffset
        guard let held = source.availableRanges.first(where: { $0.contains(next) }) else { return }
        _ = try scan.extend(
            &window, upTo: held.upperBound, isEnd: held.upperBound == source.length)
        damageScan = scan
    }

    /// The counted frames of a whole file without garbage.
    public var savedIndex: [UInt8]? {
        guard measuredLength != nil, let index, let length = source.length else { return nil }
        return index.saved(fileLength: length)
    }

    /// By the ID3 tag, the encoder's own word, or an APE tag at the end of a whole file.
    public func taggedLoudness() throws(AudioError) -> Double? {
        var reader = ID3ChapterReader(source)
        let gain = try reader.trackGain() ?? info?.gain
        if let gain { return TaggedLoudness.loudness(replayGain: gain) }
        guard source.isComplete, let length = source.length else { return nil }
        return try TaggedLoudness.loudness(inTailOf: &window, length: length)
    }

    /// What is known now of bytes and times; counts what came since the last call.
    public func makeTimeMap() throws(AudioError) -> (any TimeMap)? {
        try countHeldFrames()
        return map
    }
}

extension MP3Decoder {
    private func pinnedOffset(of frame: Int64) -> Int64? {
        let index = Int(clamping: frame - pinned.frame)
        return pinned.offsets.indices.contains(index) ? pinned.offsets[index] : nil
    }

    var map: MP3TimeMap? {
        guard let info, let index else { return nil }
        return MP3TimeMap(info: info, index: index, byteCount: source.length)
    }

    func countHeldFrames() throws(AudioError) {
        guard var index, !index.isWhole, !index.hasGarbage else { return }
        let next = index.nextOffset
        guard let held = source.availableRanges.first(where: { $0.contains(next) }) else { return }
        try index.extend(&window, upTo: held.upperBound)
        self.index = index
    }

    private func giveIndex(_ index: MP3Index) throws(AudioError) {
        guard index.offsets.count > givenOffsets else { return }
        try front.setIndex(index.offsets, step: MP3Index.step)
        givenOffsets = index.offsets.count
    }

    /// Whether the handle from the front gets there by counted frames alone.
    private func canSeekInFront(to sample: Int64, _ map: MP3TimeMap) -> Bool {
        guard let index, source.length != nil else { return sample == 0 }
        let frame = map.frame(forSample: sample)
        guard frame < index.frameCount else { return false }
        do throws(AudioError) {
            try giveIndex(index)
            return true
        } catch {
            return false
        }
    }

    private func seekInMiddle(to sample: Int64, _ map: MP3TimeMap) throws(AudioError) -> Int64 {
        guard let info else { throw .notAudio(kind: .unknown) }
        // Main data may begin 511 bytes back, in frames that must be decoded and dropped.
        let lead = 2 + 520 / Int64(max(24, info.header.byteCount))
        let wanted = max(0, map.frame(forSample: sample) - lead)
        let known = pinnedOffset(of: wanted)
        let offset = known ?? map.byte(forFrame: wanted)
        guard
            let start = try MP3Sync.firstFrame(&window, from: offset, like: info.header)
        else {
            // No frame follows: that is the end, if the file has one there.
            middle = nil
            isAtEnd = true
            return map.sampleCount ?? sample
        }
        let frame = known == start ? wanted : Int64(map.frame(at: start).rounded())
        middleStart = (frame, start)
        let handle = try MP3Handle(reader: MP3Reader(source: source, base: start))
        let first = map.sample(forFrame: frame)
        middle = (handle, first)
        try drop(max(0, sample - first), from: handle)
        return max(sample, first)
    }

    private func drop(_ count: Int64, from handle: MP3Handle) throws(AudioError) {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(
            capacity: 4096 * format.channelCount)
        defer { buffer.deallocate() }
        var left = count
        while left > 0 {
            let frames = Int(min(left, 4096))
            let part = UnsafeMutableBufferPointer(
                rebasing: buffer[..<(frames * format.channelCount)])
            let read = try handle.read(into: part)
            if read == 0 { return }
            left -= Int64(read)
        }
    }
}
