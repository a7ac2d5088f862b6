/// Finds where nobody speaks, as between the paragraphs of what is read.
public final class PauseFinder {
    /// Shorter ones are between words.
    private static let shortest = Duration.milliseconds(300)
    /// Of a day's sound there are no more that matter.
    private static let maximum = 20_000

    /// The pauses that have ended, in media time.
    public private(set) var pauses: [Range<Duration>] = []

    private let format: AudioFormat
    private let window: Int
    private let shortest: Int
    private var input: FrameBuffer
    private var level = SpeechLevel()
    private var total = 0
    /// Where the pause under way began.
    private var start: Int?

    /// Makes a finder.
    public init(format: AudioFormat) {
        self.format = format
        window = max(1, format.sampleRate / 100)
        shortest = Int(format.frames(in: Self.shortest))
        input = FrameBuffer(channelCount: format.channelCount)
    }

    /// Takes frames in.
    public func write(_ samples: UnsafeBufferPointer<Float>) {
        input.append(samples)
        var place = 0
        while input.count - place >= window {
            let count = window * format.channelCount
            look(
                UnsafeBufferPointer(
                    start: input.pointer + place * format.channelCount, count: count))
            place += window
        }
        if place > 0 { input.dropFirst(place) }
    }

    /// Says that no more comes.
    public func finish() {
        endPause()
        input.dropFirst(input.count)
    }

    private func look(_ samples: UnsafeBufferPointer<Float>) {
        if level.isSilent(samples) {
            if start == nil { start = total }
        } else {
            endPause()
        }
        total += window
    }

    private func endPause() {
        defer { start = nil }
        guard let start, total - start >= shortest, pauses.count < Self.maximum else { return }
        pauses.append(
            format.duration(ofFrames: Int64(start))..<format.duration(ofFrames: Int64(total)))
    }

    /// The pauses of a whole file, decoded once; nil where that is broken off.
    ///
    /// An hour takes some seconds of processor time: to be called on a thread that has the time.
    public static func pauses(
        in source: any ByteSource, savedIndex: [UInt8]? = nil, isOver: () -> Bool
    ) throws(AudioError) -> [Range<Duration>]? {
        let decoder = try DecoderFactory.makeDecoder(for: source, savedIndex: savedIndex)
        let finder = PauseFinder(format: decoder.format)
        let channels = decoder.format.channelCount
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8_192 * channels)
        defer { buffer.deallocate() }
        while !isOver() {
            let count = try decoder.read(into: buffer)
            guard count > 0 else {
                finder.finish()
                return finder.pauses
            }
            finder.write(UnsafeBufferPointer(rebasing: buffer[..<(count * channels)]))
        }
        return nil
    }
}
