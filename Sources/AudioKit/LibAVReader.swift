import CLibAV
@preconcurrency import Glibc

/// The bytes as libavformat sees them, owned by the decoder's thread.
final class LibAVReader {
    private let source: any ByteSource
    private var position: Int64 = 0
    /// The failure of the last read, to be thrown once libav has returned.
    var failure: AudioError?

    init(source: any ByteSource) {
        self.source = source
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        do throws(AudioError) {
            let count = try source.read(at: position, into: buffer)
            if count == 0 {
                if let length = source.length, position < length {
                    failure = .truncated(at: position, expected: length)
                    return column_av_error_exit()
                }
                return column_av_error_eof()
            }
            position += Int64(count)
            return Int32(count)
        } catch {
            failure = error
            return column_av_error_exit()
        }
    }

    func seek(to offset: Int64, whence: Int32) -> Int64 {
        // AVSEEK_SIZE asks for the length; AVSEEK_FORCE is a wish that needs no answer.
        if whence & 0x10000 != 0 { return source.length ?? -1 }
        let target: Int64
        switch whence & ~0x20000 {
        case SEEK_SET: target = offset
        case SEEK_CUR: target = position + offset
        case SEEK_END:
            guard let length = source.length else { return -1 }
            target = length + offset
        default: return -1
        }
        guard target >= 0 else { return -1 }
        position = target
        return target
    }
}

func readForLibAV(
    _ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int32
) -> Int32 {
    guard let context, let buffer, count > 0 else { return column_av_error_eof() }
    let reader = Unmanaged<LibAVReader>.fromOpaque(context).takeUnretainedValue()
    return reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
}

func seekForLibAV(_ context: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let context else { return -1 }
    let reader = Unmanaged<LibAVReader>.fromOpaque(context).takeUnretainedValue()
    return reader.seek(to: offset, whence: whence)
}
