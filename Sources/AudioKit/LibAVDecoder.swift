import CLibAV

/// Decodes AAC, Opus, Vorbis, FLAC and what else libavcodec knows; exact seeks by time stamps.
public final class LibAVDecoder: Decoder {
    /// Rate and channels of the first frame; more than two channels are cut to the first two.
    public private(set) var format = AudioFormat(sampleRate: 0, channelCount: 0)
    private let source: any ByteSource
    private let reader: LibAVReader
    private let handle: LibAVHandle
    /// The first frame's place by its time stamp, which counts as 0.
    private var origin: Int64 = 0
    /// The sample that comes next.
    private var position: Int64 = 0
    /// Decoded frames that were not asked for yet.
    private var ready: FrameBuffer
    private var isAtEnd = false
    /// Where an MP4 says that its sound ends; the last packet is padded beyond it.
    private var end = Int64.max

    /// Opens a source and decodes its first frame; throws `unsupported` without the libraries.
    public init(source: any ByteSource, kind: MediaKind) throws(AudioError) {
        guard let av = LibAV.functions else { throw .unsupported(kind: kind) }
        self.source = source
        reader = LibAVReader(source: source)
        handle = try LibAVHandle(av, reader: reader, kind: kind)
        ready = FrameBuffer(channelCount: 1)
        guard let frame = try handle.nextFrame() else { throw .unsupported(kind: kind) }
        let channels = min(2, max(1, LibAVSamples.channelCount(frame)))
        format = AudioFormat(
            sampleRate: Int(frame.pointee.sample_rate), channelCount: channels)
        guard format.sampleRate >= 4000 else { throw .unsupported(kind: kind) }
        ready = FrameBuffer(channelCount: channels)
        origin = handle.place(of: frame, rate: format.sampleRate) ?? 0
        LibAVSamples.append(frame, to: &ready, channelCount: channels)
        if kind == .mp4, let length, !length.isEstimated { end = length.frames }
    }

    /// The length by the container, which an ADTS stream can only estimate.
    public var length: MediaLength? { handle.length(rate: format.sampleRate) }

    /// Decodes the next frames.
    public func read(
        into buffer: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) -> Int {
        while ready.count == 0 {
            guard !isAtEnd, let frame = try nextFrame() else {
                isAtEnd = true
                return 0
            }
            LibAVSamples.append(frame, to: &ready, channelCount: format.channelCount)
        }
        let left = Int(clamping: max(0, end - position))
        let count = min(ready.count, buffer.count / format.channelCount, left)
        buffer.baseAddress?.update(from: ready.pointer, count: count * format.channelCount)
        ready.dropFirst(count)
        position += Int64(count)
        return count
    }

    /// Goes to a frame exactly: to a packet before it, then decodes and drops.
    public func seek(toFrame frame: Int64) throws(AudioError) -> Int64 {
        let end = length.flatMap { $0.isEstimated ? nil : $0.frames } ?? .max
        let target = max(0, min(frame, end))
        if target == position, !isAtEnd { return target }
        position = -1
        isAtEnd = false
        ready.removeAll()
        // Opus wants 80 ms before a place, AAC a frame: all codecs get a tenth of a second.
        let early = max(0, target - Int64(format.sampleRate / 10))
        try handle.seek(toSample: early + origin, rate: format.sampleRate)
        try drop(until: target, isFront: early == 0)
        position = target
        return target
    }

    /// The packets that could not be decoded.
    public var damage: MediaDamage { handle.damage }

    /// By R128_TRACK_GAIN or ReplayGain comments.
    public func taggedLoudness() throws(AudioError) -> Double? { handle.taggedLoudness }

    /// Exact where the container has an index, else by shares of the bytes.
    public func makeTimeMap() throws(AudioError) -> (any TimeMap)? {
        guard let length, let byteCount = source.length else { return nil }
        let index = handle.index(rate: format.sampleRate).map {
            SampledTimeMap.Point(byte: $0.byte, frame: $0.sample - origin)
        }
        return SampledTimeMap(points: index, byteCount: byteCount, frameCount: length.frames)
    }
}

extension LibAVDecoder {
    /// The chapters of a container; empty where libav is not installed.
    static func chapters(in source: any ByteSource) throws(AudioError) -> [MediaChapter] {
        guard let av = LibAV.functions else { return [] }
        return try LibAVHandle(av, reader: LibAVReader(source: source), kind: .mp4).chapters
    }

    private func nextFrame() throws(AudioError) -> UnsafeMutablePointer<AVFrame>? {
        // A change of rate midway has no place to go; such a part is left out.
        while let frame = try handle.nextFrame() {
            if Int(frame.pointee.sample_rate) == format.sampleRate { return frame }
        }
        return nil
    }

    private func drop(until target: Int64, isFront: Bool) throws(AudioError) {
        var next: Int64?
        while let frame = try nextFrame() {
            let stamped = handle.place(of: frame, rate: format.sampleRate).map { $0 - origin }
            let start = next ?? stamped ?? (isFront ? 0 : target)
            let count = Int64(frame.pointee.nb_samples)
            next = start + count
            guard start + count > target else { continue }
            LibAVSamples.append(frame, to: &ready, channelCount: format.channelCount)
            ready.dropFirst(Int(max(0, target - start)))
            return
        }
        isAtEnd = true
    }
}
