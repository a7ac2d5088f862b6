extension MediaChapter {
    /// Reads the chapters of a file; empty where it has none or is of another kind.
    ///
    /// MP3 has them in its ID3v2 tag (CHAP); where that has a table of contents (CTOC) they come in its
    /// order, and those that it does not name are left out. Of MP4 and others libav knows.
    public static func chapters(
        in source: any ByteSource
    ) throws(AudioError) -> [MediaChapter] {
        switch try DecoderFactory.sniff(source) {
        case .mp3, .adts:
            var reader = ID3ChapterReader(source)
            return try reader.read()
        case .mp4, .ogg, .matroska:
            return try LibAVDecoder.chapters(in: source)
        case .flac, .wav, .html, .xml, .empty, .unknown:
            return []
        }
    }
}
