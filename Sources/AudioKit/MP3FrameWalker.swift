/// Goes from frame to frame of an MP3 file; over garbage it looks for the next one.
struct MP3FrameWalker {
    /// Where the next frame is looked for.
    private(set) var offset: Int64
    private let first: MP3FrameHeader

    init(from offset: Int64, like header: MP3FrameHeader) {
        self.offset = offset
        first = header
    }

    /// The next frame and a hash of what it carries; nil where none follows.
    mutating func next(
        _ window: inout ByteWindow
    ) throws(AudioError) -> (offset: Int64, hash: UInt32)? {
        var found: MP3FrameHeader?
        if let word = try window.word(at: offset), let header = MP3FrameHeader(word),
            header.isCompatible(with: first)
        {
            found = header
        } else if let start = try MP3Sync.firstFrame(&window, from: offset, like: first),
            let word = try window.word(at: start)
        {
            offset = start
            found = MP3FrameHeader(word)
        }
        guard let found, let hash = try window.hash(at: offset + 4, length: found.byteCount - 4)
        else { return nil }
        let start = offset
        offset += Int64(found.byteCount)
        return (start, hash)
    }
}

extension ByteWindow {
    /// A hash of some bytes (FNV-1a, eight bytes at a time); nil where the file ends before.
    mutating func hash(at offset: Int64, length: Int) throws(AudioError) -> UInt32? {
        guard length > 0 else { return nil }
        let bytes = try slice(at: offset, length: length)
        guard bytes.count == length else { return nil }
        return bytes.withUnsafeBytes { buffer in
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            var index = 0
            while index + 8 <= buffer.count {
                let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                hash = (hash ^ UInt64(littleEndian: word)) &* 0x100_0000_01B3
                hash ^= hash >> 29
                index += 8
            }
            while index < buffer.count {
                hash = (hash ^ UInt64(buffer[index])) &* 0x100_0000_01B3
                index += 1
            }
            return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
        }
    }
}
