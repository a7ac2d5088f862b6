/// Decodes MP3 through libmpg123: floats, gapless, and exact seeks where the bytes are held.
public final class MP3Decoder: Decoder {
    /// The first frame's rate and channels.
    public let format: AudioFormat
    private let source: any ByteSource
    private let handle: MP3Handle
    private var window: ByteWindow
    private let info: MP3StreamInfo?
    private var index: MP3Index?
    private var isIndexSet = false
    private var measuredLength: Int64?
    /// The frame that comes next.
    private var position: Int64 = 0

    /// Opens a source and reads up to the first frame; blocks until that is there.
    public init(source: any ByteSource) throws(AudioError) {
        self.source = source
        window = ByteWindow(over: source)
        info = try MP3StreamInfo(&window)
        index = info.map { MP3Index($0) }
        handle = try MP3Handle(reader: MP3Reader(source: source, base: 0))
        format = handle.format
    }

    /// Measured, else by the encoder's tag, else by arithmetic from the first frame.
    public var length: MediaLength? {
        if let measuredLength {
            return MediaLength(frames: measuredLength, isEstimated: false)
        }
        if let tagged = info?.taggedLength {
            return MediaLength(frames: tagged, isEstimated: false)
        }
        return handle.length.map { MediaLength(frames: $0, isEstimated: true) }
    }

    /// Decodes the next frames.
    public func read(
        into buffer: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) -> Int {
        let count = try handle.read(into: buffer)
        position += Int64(count)
        return count
    }

    /// Goes to a frame exactly; the first seek in a file reads all its headers once.
    public func seek(toFrame frame: Int64) throws(AudioError) -> Int64 {
        let target = max(0, frame)
        if target == position { return target }
        if source.isComplete { try measure() }
        let bounded = measuredLength.map { min(target, $0) } ?? target
        // Whatever fails now, nothing is known of the position.
        position = -1
        position = try handle.seek(toFrame: bounded)
        return position
    }

    /// Counts the frames of a complete file, so that length and seeks are exact from then on.
    public func measure() throws(AudioError) {
        guard measuredLength == nil else { return }
        if let end = source.length, var index {
            try index.extend(&window, upTo: end)
            if !index.isWhole { index.finish() }
            self.index = index
            if let length = index.measuredLength, !index.offsets.isEmpty {
                try handle.setIndex(index.offsets, step: MP3Index.step)
                measuredLength = length
                return
            }
        }
        try handle.scan()
        measuredLength = handle.length
    }
}
