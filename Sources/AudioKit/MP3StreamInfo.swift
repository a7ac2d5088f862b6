/// What the head of an MP3 file tells: where sound begins, and the Xing, Info or VBRI tag.
struct MP3StreamInfo: Hashable, Sendable {
    /// How an encoder described its file.
    enum Tag: Hashable, Sendable {
        case none
        /// Variable bit rate.
        case xing
        /// Constant bit rate: its table of contents is coarser than plain arithmetic.
        case info
        case vbri
    }

    /// The offset of the first header, which may be the tag's frame.
    let firstOffset: Int64
    /// The offset of the first frame that is sound.
    let audioOffset: Int64
    /// The first header.
    let header: MP3FrameHeader
    let tag: Tag
    /// Frames of sound by the tag.
    let taggedFrames: Int64?
    /// Bytes of sound by the tag, the tag's own frame included.
    let taggedBytes: Int64?
    /// The tag's 100 entries: for each percent of time the 256th part of the bytes.
    let toc: [UInt8]
    /// Samples to drop at start and end, by the LAME extension; nil without one.
    let delay: Int?
    let padding: Int?
    /// The gain in decibels that the encoder computed, by the LAME extension; nil without one.
    let gain: Double?

    /// Samples in the whole file by the tag, trimmed as a decoder would.
    var taggedLength: Int64? {
        guard let taggedFrames, taggedFrames > 0 else { return nil }
        let all = taggedFrames * Int64(header.frameCount)
        return max(0, all - Int64((delay ?? 0) + (padding ?? 0)))
    }

    /// Whether the tag can be about a file of this length: of files that were joined, as with
    /// advertisements put in front, the first one's tag is left and speaks of that part alone.
    func isTagBelievable(byteCount: Int64?) -> Bool {
        guard let byteCount, let taggedBytes, taggedBytes > 0 else { return true }
        // Other tags may stand behind the sound.
        let rest = byteCount - firstOffset
        return rest <= taggedBytes + taggedBytes / 50 + (256 << 10)
    }

    /// Reads the head; nil where no frame begins within `limit` bytes after the ID3v2 tags.
    init?(_ window: inout ByteWindow, limit: Int64 = 1 << 20) throws(AudioError) {
        let start = try ID3v2.end(&window, from: 0)
        var offset = start
        var found: MP3FrameHeader?
        while offset < start + limit {
            guard let word = try window.word(at: offset) else { break }
            if let header = MP3FrameHeader(word) {
                let next = try window.word(at: offset + Int64(header.byteCount))
                if let next {
                    if let follower = MP3FrameHeader(next), header.isCompatible(with: follower) {
                        found = header
                        break
                    }
                } else if offset == start {
                    found = header
                    break
                }
            }
            offset += 1
        }
        guard let found else { return nil }
        header = found
        firstOffset = offset
        let frame = try window.slice(at: offset, length: min(found.byteCount, 2048))
        let parsed = Self.parseTag(frame, header: found)
        tag = parsed.tag
        taggedFrames = parsed.frames
        taggedBytes = parsed.bytes
        toc = parsed.toc
        delay = parsed.delay
        padding = parsed.padding
        gain = parsed.gain
        audioOffset = parsed.tag == .none ? offset : offset + Int64(found.byteCount)
    }
}

extension MP3StreamInfo {
    private struct ParsedTag {
        var tag = Tag.none
        var frames: Int64?
        var bytes: Int64?
        var toc: [UInt8] = []
        var delay: Int?
        var padding: Int?
        var gain: Double?
    }

    private static func parseTag(_ frame: [UInt8], header: MP3FrameHeader) -> ParsedTag {
        func word(_ offset: Int) -> UInt32? {
            guard offset + 4 <= frame.count else { return nil }
            return frame[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
        }
        var parsed = ParsedTag()
        // Some encoders forget the checksum's two bytes when they place the tag.
        for start in [header.sideInformationEnd, header.sideInformationEnd - 2]
        where start >= 4 {
            let name = word(start)
            guard name == 0x5869_6E67 || name == 0x496E_666F, let flags = word(start + 4) else {
                continue
            }
            parsed.tag = name == 0x5869_6E67 ? .xing : .info
            var offset = start + 8
            if flags & 1 != 0 {
                parsed.frames = word(offset).map(Int64.init)
                offset += 4
            }
            if flags & 2 != 0 {
                parsed.bytes = word(offset).map(Int64.init)
                offset += 4
            }
            if flags & 4 != 0 {
                if offset + 100 <= frame.count {
                    parsed.toc = Array(frame[offset..<(offset + 100)])
                }
                offset += 100
            }
            if flags & 8 != 0 { offset += 4 }
            if offset + 24 <= frame.count, isLAME(frame[offset..<(offset + 4)]) {
                let bits = word(offset + 20) ?? 0
                parsed.delay = Int(bits >> 12) & 0xFFF
                parsed.padding = Int(bits) & 0xFFF
                parsed.gain = radioGain(Int(frame[offset + 15]) << 8 | Int(frame[offset + 16]))
            }
            return parsed
        }
        // Fraunhofer's tag always stands 32 bytes after the header.
        if word(36) == 0x5642_5249, let bytes = word(46), let frames = word(50) {
            parsed.tag = .vbri
            parsed.bytes = Int64(bytes)
            parsed.frames = Int64(frames)
        }
        return parsed
    }

    /// Three bits of name (1: the track's), three of origin (0: unset), a sign, tenths of a decibel.
    private static func radioGain(_ bits: Int) -> Double? {
        guard bits >> 13 == 1, bits >> 10 & 7 != 0 else { return nil }
        let value = Double(bits & 0x1FF) / 10
        return bits & 0x200 != 0 ? -value : value
    }

    private static func isLAME(_ name: ArraySlice<UInt8>) -> Bool {
        name.elementsEqual("LAME".utf8) || name.elementsEqual("Lavf".utf8)
            || name.elementsEqual("Lavc".utf8) || name.elementsEqual("GOGO".utf8)
    }
}
