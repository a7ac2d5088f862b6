/// Finds the decoder for a file by its first bytes.
public enum DecoderFactory {
    /// Opens a decoder; blocks until the head of the file is there.
    ///
    /// - Parameter savedIndex: what an earlier opening of the very same file gave.
    public static func makeDecoder(
        for source: any ByteSource, savedIndex: [UInt8]? = nil
    ) throws(AudioError) -> any Decoder {
        let kind = try sniff(source)
        switch kind {
        case .mp3:
            return try MP3Decoder(source: source, savedIndex: savedIndex)
        case .wav:
            return try WAVDecoder(source: source)
        case .mp4, .adts, .ogg, .flac, .matroska:
            return try LibAVDecoder(source: source, kind: kind)
        case .html, .xml, .empty, .unknown:
            throw .notAudio(kind: kind)
        }
    }

    /// Tells what a file is, past any ID3v2 tags.
    public static func sniff(_ source: any ByteSource) throws(AudioError) -> MediaKind {
        var window = ByteWindow(over: source)
        let start = try ID3v2.end(&window, from: 0)
        var kind = MediaKind.empty
        // Little first: a stream may come slowly, and most files tell in their first bytes.
        for length in [512, 2048, 8192] {
            let head = try window.slice(at: start, length: length)
            kind = MediaKind(sniffing: head)
            if kind != .unknown || head.count < length { break }
        }
        guard kind == .unknown || kind == .empty, start > 0 || source.length ?? 1 > 0 else {
            return kind
        }
        // Junk before the first frame is common in MP3; the header search is patient.
        return try MP3StreamInfo(&window) == nil ? kind : .mp3
    }
}
