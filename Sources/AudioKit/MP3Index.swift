/// Where frames of sound begin, found by hopping from header to header.
struct MP3Index: Sendable {
    /// One offset is kept for so many frames.
    static let step: Int64 = 16

    /// The offsets of frames 0, `step`, 2 × `step`, ….
    private(set) var offsets: [Int64] = []
    /// Frames found from the first one without a gap.
    private(set) var frameCount: Int64 = 0
    /// Where the next header is looked for.
    private(set) var nextOffset: Int64
    /// Whether bytes between frames had to be skipped: then only libmpg123's own count is exact.
    private(set) var hasGarbage = false
    /// Whether the end of the file was reached.
    private(set) var isWhole = false
    /// Whether all frames had one bit rate; believed after two hundred of them.
    var isConstant: Bool { hasOneBitRate && frameCount >= 200 }
    private var hasOneBitRate = true
    private let info: MP3StreamInfo

    init(_ info: MP3StreamInfo) {
        self.info = info
        nextOffset = info.audioOffset
    }

    /// A whole index that was kept.
    init(
        _ info: MP3StreamInfo, offsets: [Int64], frameCount: Int64, nextOffset: Int64,
        hasOneBitRate: Bool
    ) {
        self.info = info
        self.offsets = offsets
        self.frameCount = frameCount
        self.nextOffset = nextOffset
        self.hasOneBitRate = hasOneBitRate
        isWhole = true
    }

    /// Samples found so far, trimmed at the front as a decoder would.
    var sampleCount: Int64 {
        max(0, frameCount * Int64(info.header.frameCount) - Int64(info.delay ?? 0))
    }

    /// Samples of the whole file; nil until its end was reached.
    var measuredLength: Int64? {
        isWhole && !hasGarbage ? max(0, sampleCount - Int64(info.padding ?? 0)) : nil
    }

    /// Goes on to an offset, or the end of the file; stops for good at garbage.
    mutating func extend(_ window: inout ByteWindow, upTo limit: Int64) throws(AudioError) {
        while !isWhole, !hasGarbage, nextOffset + 4 <= limit {
            guard let word = try window.word(at: nextOffset) else {
                isWhole = true
                return
            }
            guard let header = MP3FrameHeader(word), header.isCompatible(with: info.header) else {
                try endOrGarbage(&window, word: word)
                return
            }
            // The frame's last byte must be there, too.
            if nextOffset + Int64(header.byteCount) > limit { return }
            append(header)
        }
    }

    /// Marks the end at the file's length, where a frame's rest or less is left.
    mutating func finish() {
        isWhole = true
    }

    private mutating func append(_ header: MP3FrameHeader) {
        if frameCount % Self.step == 0 { offsets.append(nextOffset) }
        frameCount += 1
        if header.bitRate != info.header.bitRate { hasOneBitRate = false }
        nextOffset += Int64(header.byteCount)
    }

    private mutating func endOrGarbage(
        _ window: inout ByteWindow, word: UInt32
    ) throws(AudioError) {
        // ID3v1, Lyrics3, APE: tags at the end are an end.
        let tail = try window.slice(at: nextOffset, length: 11)
        let isTag =
            tail.starts(with: "TAG".utf8) || tail.starts(with: "LYRICSBEGIN".utf8)
            || tail.starts(with: "APETAGEX".utf8)
        if isTag {
            isWhole = true
        } else {
            hasGarbage = true
        }
    }
}
