/// What the first bytes of a file show, whatever its label says.
public enum MediaVerdict: Sendable, Equatable {
    /// Audio (or video) of a known kind, by its usual file extension.
    case audio(fileExtension: String)
    /// A web page, a feed, JSON or other text.
    case text
    /// A document or archive that cannot be played.
    case document
    /// None of these.
    case unknown

    /// How many bytes are wanted for a verdict; fewer do where the file is shorter.
    public static let sampleSize = 512

    /// Judges by the first bytes.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self =
            Self.container(bytes) ?? Self.mpeg(bytes) ?? Self.document(bytes)
            ?? (Self.isText(bytes) ? .text : .unknown)
    }

    private static func container(_ bytes: UnsafeRawBufferPointer) -> MediaVerdict? {
        if bytes.starts(with: "ID3".utf8) {
            return .audio(fileExtension: afterTag(bytes) ?? "mp3")
        }
        if bytes.starts(with: "OggS".utf8) {
            return .audio(fileExtension: contains("OpusHead", bytes.prefix(128)) ? "opus" : "ogg")
        }
        if bytes.starts(with: "fLaC".utf8) {
            return .audio(fileExtension: "flac")
        }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) {
            return .audio(fileExtension: "wav")
        }
        if bytes.starts(with: "FORM".utf8) {
            return .audio(fileExtension: "aiff")
        }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            return .audio(fileExtension: contains("webm", bytes.prefix(64)) ? "webm" : "mka")
        }
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
            let brand = Array(bytes.dropFirst(8).prefix(3))
            let isAudio = brand.elementsEqual("M4A".utf8) || brand.elementsEqual("M4B".utf8)
            return .audio(fileExtension: isAudio ? "m4a" : "mp4")
        }
        return nil
    }

    /// MPEG audio: eleven sync bits, then version and layer.
    private static func mpeg(_ bytes: UnsafeRawBufferPointer) -> MediaVerdict? {
        guard bytes.count >= 4, bytes[0] == 0xFF else { return nil }
        if bytes[1] & 0xF6 == 0xF0 {
            return .audio(fileExtension: "aac")
        }
        let isSync = bytes[1] & 0xE0 == 0xE0
        let isVersionKnown = bytes[1] & 0x18 != 0x08
        let isLayerKnown = bytes[1] & 0x06 != 0
        return isSync && isVersionKnown && isLayerKnown ? .audio(fileExtension: "mp3") : nil
    }

    /// An ID3 tag may stand before ADTS too; its size is in four bytes of seven bits.
    private static func afterTag(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count >= 10 else { return nil }
        let size = bytes[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        guard size + 14 <= bytes.count else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[(10 + size)...])
        guard case .audio(let name) = mpeg(rest) else { return nil }
        return name
    }

    private static func document(_ bytes: UnsafeRawBufferPointer) -> MediaVerdict? {
        let isDocument =
            bytes.starts(with: "%PDF".utf8) || bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || bytes.starts(with: [0x1F, 0x8B])
        return isDocument ? .document : nil
    }

    /// Whether the sample is text: no control characters, and no byte that UTF-8 never has.
    private static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let sample = bytes.prefix(sampleSize)
        guard !sample.isEmpty else { return true }
        if beginsLikeMarkup(sample) {
            return true
        }
        let isClean = sample.allSatisfy { byte in
            byte >= 0x20 && byte < 0xF8 && byte != 0x7F || byte == 0x09 || byte == 0x0A
                || byte == 0x0D
        }
        return isClean
    }

    /// A page in any one-byte encoding begins with `<` or `{`, perhaps behind a mark and blanks.
    private static func beginsLikeMarkup(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = bytes
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            rest = rest.dropFirst(3)
        }
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let beginnings = ["<!", "<?xml", "<html", "<head", "<body", "<rss", "<feed", "{", "[{"]
        return beginnings.contains { beginning in
            rest.count >= beginning.utf8.count
                && zip(rest, beginning.utf8).allSatisfy { byte, wanted in
                    byte == wanted || (byte | 0x20 == wanted && wanted >= 0x61)
                }
        }
    }

    private static func contains(_ word: String, _ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
        let wanted = Array(word.utf8)
        guard bytes.count >= wanted.count else { return false }
        return (bytes.startIndex...bytes.endIndex - wanted.count).contains { start in
            bytes[start..<start + wanted.count].elementsEqual(wanted)
        }
    }
}
