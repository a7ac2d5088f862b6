/// What the first bytes of a file look like.
public enum MediaKind: String, Hashable, Sendable {
    /// MPEG-1/2 audio, layer III (or II, I).
    case mp3
    /// MPEG-4: AAC or ALAC in an `ftyp` container.
    case mp4
    /// Raw AAC with ADTS headers.
    case adts
    /// Ogg: Opus, Vorbis or FLAC.
    case ogg
    /// Native FLAC.
    case flac
    /// RIFF or RF64 WAVE.
    case wav
    /// Matroska or WebM.
    case matroska
    /// A web page.
    case html
    /// XML: a feed, most likely.
    case xml
    /// No byte at all.
    case empty
    /// Nothing that is known.
    case unknown

    /// Whether this kind is sound in principle.
    public var isAudio: Bool {
        switch self {
        case .mp3, .mp4, .adts, .ogg, .flac, .wav, .matroska: true
        case .html, .xml, .empty, .unknown: false
        }
    }

    /// Tells a file's kind by its first bytes; 4 KiB after any ID3v2 tag are enough.
    public init(sniffing bytes: [UInt8]) {
        if bytes.isEmpty {
            self = .empty
        } else if let kind = Self.container(of: bytes) {
            self = kind
        } else if let offset = Self.firstMPEGFrame(in: bytes) {
            let layer = (bytes[offset + 1] >> 1) & 3
            self = layer == 0 ? .adts : .mp3
        } else {
            self = Self.markup(in: bytes) ?? .unknown
        }
    }
}

extension MediaKind {
    private static func container(of bytes: [UInt8]) -> MediaKind? {
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            guard bytes.count >= offset + text.utf8CodeUnitCount else { return false }
            return text.withUTF8Buffer { bytes[offset..<(offset + $0.count)].elementsEqual($0) }
        }
        if has("OggS") { return .ogg }
        if has("fLaC") { return .flac }
        if has("ftyp", at: 4) { return .mp4 }
        if has("WAVE", at: 8) && (has("RIFF") || has("RF64")) { return .wav }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .matroska }
        return nil
    }

    private static func markup(in bytes: [UInt8]) -> MediaKind? {
        let blank: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]
        let start = bytes.drop { blank.contains($0) }.prefix(512)
        guard start.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: start, as: UTF8.self).lowercased()
        if text.hasPrefix("<!doctype html") || text.contains("<html") { return .html }
        return text.hasPrefix("<?xml") || text.hasPrefix("<rss") ? .xml : .html
    }

    /// Two headers in step make a frame; one alone is chance.
    private static func firstMPEGFrame(in bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for offset in 0..<(bytes.count - 3) where bytes[offset] == 0xFF {
            if isADTS(bytes, at: offset) { return offset }
            guard let header = MP3FrameHeader(bytes, at: offset) else { continue }
            let next = offset + header.byteCount
            guard next + 4 <= bytes.count else {
                // A file of one frame, or a sample that ends within it: only believed at the start.
                if offset == 0 { return offset }
                continue
            }
            if let follower = MP3FrameHeader(bytes, at: next), header.isCompatible(with: follower) {
                return offset
            }
        }
        return nil
    }

    private static func isADTS(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset + 7 <= bytes.count, bytes[offset + 1] & 0xF6 == 0xF0 else { return false }
        let length =
            Int(bytes[offset + 3] & 3) << 11 | Int(bytes[offset + 4]) << 3
            | Int(bytes[offset + 5] >> 5)
        guard length >= 7, offset + length + 2 <= bytes.count else { return false }
        return bytes[offset + length] == 0xFF && bytes[offset + length + 1] & 0xF6 == 0xF0
    }
}
