import CMPG123
@preconcurrency import Glibc

/// Owns one `mpg123_handle`, opened on a reader of ours; used by one thread.
final class MP3Handle {
    private let handle: OpaquePointer
    let reader: MP3Reader
    private(set) var format: AudioFormat

    /// Opens and reads up to the first frame (`mpg123_new`, `mpg123_open_handle`).
    init(reader: MP3Reader) throws(AudioError) {
        var code: Int32 = 0
        guard let handle = mpg123_new(nil, &code) else {
            throw Self.failure(code: code, handle: nil)
        }
        self.handle = handle
        self.reader = reader
        // The deinit closes the handle when this throws, since all members are set by then.
        format = AudioFormat(sampleRate: 0, channelCount: 0)
        format = try Self.open(handle, reader: reader)
    }

    deinit {
        mpg123_close(handle)
        mpg123_delete(handle)
    }

    /// Decodes into a buffer (`mpg123_read`); returns frames, 0 at the end.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(AudioError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        // One that came with samples; some come only once, such as a change of the file.
        if let failure = reader.failure {
            reader.failure = nil
            throw failure
        }
        let frameSize = format.channelCount * MemoryLayout<Float>.stride
        let byteCount = buffer.count * MemoryLayout<Float>.stride / frameSize * frameSize
        while true {
            var done = 0
            let code = mpg123_read(handle, base, byteCount, &done)
            if done > 0 {
                // A failure that came with samples is thrown by the next call.
                return done / frameSize
            }
            switch code {
            case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue:
                continue
            case MPG123_DONE.rawValue:
                // Some failures of the reader come out as an end.
                if reader.failure != nil {
                    throw Self.takeFailure(of: reader, code: code, handle: handle)
                }
                return 0
            default:
                throw Self.takeFailure(of: reader, code: code, handle: handle)
            }
        }
    }

    /// Goes to a sample (`mpg123_seek`), exactly; returns where it is.
    func seek(toFrame frame: Int64) throws(AudioError) -> Int64 {
        let pending = reader.failure
        reader.failure = nil
        // What was not told yet is told now: the file may have become another one.
        if let pending, pending != .interrupted { throw pending }
        let reached = mpg123_seek(handle, off_t(frame), SEEK_SET)
        guard reached >= 0 else {
            throw Self.takeFailure(of: reader, code: Int32(clamping: reached), handle: handle)
        }
        return Int64(reached)
    }

    /// The length in samples (`mpg123_length`); nil where it is not known.
    var length: Int64? {
        let length = mpg123_length(handle)
        return length >= 0 ? Int64(length) : nil
    }

    /// Reads the whole file's headers (`mpg123_scan`), so that length and seeks are exact.
    func scan() throws(AudioError) {
        let code = mpg123_scan(handle)
        guard code == MPG123_OK.rawValue else {
            throw Self.takeFailure(of: reader, code: code, handle: handle)
        }
    }

    /// Hands over the offset of every `step`th frame of sound (`mpg123_set_index`).
    func setIndex(_ offsets: [Int64], step: Int64) throws(AudioError) {
        var offsets = offsets.map { off_t($0) }
        let code = mpg123_set_index(handle, &offsets, off_t(step), offsets.count)
        guard code == MPG123_OK.rawValue else { throw Self.failure(code: code, handle: handle) }
    }

    /// The index as libmpg123 keeps it (`mpg123_index`).
    var index: (offsets: [Int64], step: Int64) {
        var offsets: UnsafeMutablePointer<off_t>?
        var step: off_t = 0
        var count = 0
        guard mpg123_index(handle, &offsets, &step, &count) == MPG123_OK.rawValue, let offsets
        else { return ([], 0) }
        return (UnsafeBufferPointer(start: offsets, count: count).map(Int64.init), Int64(step))
    }
}

extension MP3Handle {
    private static func open(
        _ handle: OpaquePointer, reader: MP3Reader
    ) throws(AudioError) -> AudioFormat {
        let flags =
            MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_SKIP_ID3V2.rawValue
        try check(mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(flags), 0), handle)
        // ReplayGain is applied by our own gain stage, if at all.
        try check(mpg123_param2(handle, Int32(MPG123_RVA.rawValue), 0, 0), handle)
        // A negative size grows, so that no part of a long file is without entries.
        try check(mpg123_param2(handle, Int32(MPG123_INDEX_SIZE.rawValue), -1000, 0), handle)
        // Main data may begin 511 bytes back, which are forty of the smallest frames: without them
        // the first frames after a seek differ from those of straight playing.
        try check(mpg123_param2(handle, Int32(MPG123_PREFRAMES.rawValue), 40, 0), handle)
        // Garbage between frames is skipped, however much there is.
        try check(mpg123_param2(handle, Int32(MPG123_RESYNC_LIMIT.rawValue), -1, 0), handle)
        try check(
            mpg123_replace_reader_handle(handle, readForMPG123, seekForMPG123, nil), handle)
        let context = Unmanaged.passUnretained(reader).toOpaque()
        reader.isOpening = true
        let code = mpg123_open_handle(handle, context)
        reader.isOpening = false
        guard code == MPG123_OK.rawValue else {
            throw takeFailure(of: reader, code: code, handle: handle)
        }
        var rate = 0
        var channels: Int32 = 0
        var encoding: Int32 = 0
        let formatCode = mpg123_getformat(handle, &rate, &channels, &encoding)
        guard formatCode == MPG123_OK.rawValue else {
            throw takeFailure(of: reader, code: formatCode, handle: handle)
        }
        // Pinned, so that a change of rate or channels midway is converted inside libmpg123.
        try check(mpg123_format_none(handle), handle)
        let layout = channels == 1 ? MPG123_MONO.rawValue : MPG123_STEREO.rawValue
        try check(
            mpg123_format(handle, rate, Int32(layout), Int32(MPG123_ENC_FLOAT_32.rawValue)), handle)
        return AudioFormat(sampleRate: rate, channelCount: Int(channels))
    }

    private static func check(_ code: Int32, _ handle: OpaquePointer) throws(AudioError) {
        guard code == MPG123_OK.rawValue else { throw failure(code: code, handle: handle) }
    }

    private static func takeFailure(
        of reader: MP3Reader, code: Int32, handle: OpaquePointer
    ) -> AudioError {
        guard let failure = reader.failure else { return Self.failure(code: code, handle: handle) }
        reader.failure = nil
        return failure
    }

    private static func failure(code: Int32, handle: OpaquePointer?) -> AudioError {
        let actual = code == MPG123_ERR.rawValue ? mpg123_errcode(handle) : code
        let text = mpg123_plain_strerror(actual).map { String(cString: $0) } ?? ""
        return .decoder(library: "mpg123", code: actual, detail: text)
    }
}

private func readForMPG123(
    _ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
    guard let context, let buffer else { return -1 }
    let reader = Unmanaged<MP3Reader>.fromOpaque(context).takeUnretainedValue()
    return reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

private func seekForMPG123(
    _ context: UnsafeMutableRawPointer?, _ offset: off_t, _ whence: Int32
) -> off_t {
    guard let context else { return -1 }
    let reader = Unmanaged<MP3Reader>.fromOpaque(context).takeUnretainedValue()
    return off_t(reader.seek(to: Int64(offset), whence: whence))
}
