@preconcurrency import Glibc

/// The bytes as libmpg123 sees them: its reader handle, owned by the decoder's thread.
final class MP3Reader {
    let source: any ByteSource
    /// The file offset that libmpg123 takes for 0.
    let base: Int64
    /// The offset of the next read, counted from `base`.
    private(set) var position: Int64 = 0
    /// Whether libmpg123 only looks for an ID3v1 tag at the end, which would open a second range
    /// of a stream; it is shown zeros. (With MPG123_NO_PEEK_END it would refuse to seek.)
    var isOpening = false
    /// The failure of the last read, to be thrown once libmpg123 has returned.
    var failure: AudioError?

    init(source: any ByteSource, base: Int64) {
        self.source = source
        self.base = base
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if isOpening, let length = source.length, base + position >= max(1, length - 128) {
            buffer.initializeMemory(as: UInt8.self, repeating: 0)
            position += Int64(buffer.count)
            return buffer.count
        }
        var filled = 0
        // libmpg123 takes a short read for the end of the file, so its wish is met in full.
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            do throws(AudioError) {
                let count = try source.read(at: base + position, into: rest)
                if count == 0 { break }
                filled += count
                position += Int64(count)
            } catch {
                failure = error
                return -1
            }
        }
        if filled < buffer.count, let length = source.length, base + position < length {
            failure = .truncated(at: base + position, expected: length)
            return -1
        }
        return filled
    }

    func seek(to offset: Int64, whence: Int32) -> Int64 {
        let target: Int64
        switch whence {
        case SEEK_SET: target = offset
        case SEEK_CUR: target = position + offset
        case SEEK_END:
            guard let length = source.length else { return -1 }
            target = length - base + offset
        default: return -1
        }
        guard target >= 0 else { return -1 }
        position = target
        return target
    }
}
