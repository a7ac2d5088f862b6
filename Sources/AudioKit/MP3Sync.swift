/// Finds a frame from the middle of a file.
enum MP3Sync {
    /// Headers in step that make a place believable.
    private static let proof = 3

    /// The first frame at or behind an offset; nil where none begins within `limit` bytes.
    static func firstFrame(
        _ window: inout ByteWindow, from offset: Int64, like header: MP3FrameHeader,
        limit: Int64 = 65_536
    ) throws(AudioError) -> Int64? {
        var candidate = offset
        while candidate < offset + limit {
            guard let word = try window.word(at: candidate) else { return nil }
            if try isFrame(&window, at: candidate, word: word, like: header) { return candidate }
            candidate += 1
        }
        return nil
    }

    private static func isFrame(
        _ window: inout ByteWindow, at offset: Int64, word: UInt32, like header: MP3FrameHeader
    ) throws(AudioError) -> Bool {
        var position = offset
        var word = word
        for _ in 0..<proof {
            guard let found = MP3FrameHeader(word), found.isCompatible(with: header) else {
                return false
            }
            position += Int64(found.byteCount)
            // The file's end is as good as a further header.
            guard let next = try window.word(at: position) else { return true }
            word = next
        }
        return true
    }
}
