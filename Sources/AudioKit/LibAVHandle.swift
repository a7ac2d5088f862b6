import CLibAV

/// Owns a format context, a codec context and what they need; used by one thread.
final class LibAVHandle {
    private static let bufferSize: Int32 = 32_768

    private let av: column_av
    private let reader: LibAVReader
    private var io: UnsafeMutablePointer<AVIOContext>?
    private var input: UnsafeMutablePointer<AVFormatContext>?
    private var codec: UnsafeMutablePointer<AVCodecContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    private var streamIndex: Int32 = -1
    private var isDraining = false
    /// The packets that the decoder refused, by their places, and their bytes.
    private var refused: [Int64: Int64] = [:]

    /// Opens the container and the decoder of its best audio stream.
    init(_ av: column_av, reader: LibAVReader, kind: MediaKind) throws(AudioError) {
        self.av = av
        self.reader = reader
        try openInput()
        try openCodec(kind)
        packet = av.av_packet_alloc()
        frame = av.av_frame_alloc()
    }

    deinit {
        av.av_frame_free(&frame)
        av.av_packet_free(&packet)
        av.avcodec_free_context(&codec)
        av.avformat_close_input(&input)
        // The buffer may have been replaced by a larger one; the context knows it.
        if let buffer = io?.pointee.buffer { av.av_free(buffer) }
        av.avio_context_free(&io)
    }

    /// Decodes up to the next frame, valid until the next call; nil at the end.
    func nextFrame() throws(AudioError) -> UnsafeMutablePointer<AVFrame>? {
        guard let codec, let frame else { return nil }
        while true {
            av.av_frame_unref(frame)
            let code = av.avcodec_receive_frame(codec, frame)
            if code >= 0 { return frame }
            if code == column_av_error_eof() { return nil }
            guard code == column_av_error_again() else { throw LibAV.failure(code, av) }
            try sendPacket(to: codec)
        }
    }

    /// Goes to the packet at or before a sample by its time stamp (`av_seek_frame`).
    func seek(toSample sample: Int64, rate: Int) throws(AudioError) {
        guard let input, let codec, let stream else { return }
        // An interrupted read left its marks, which would make all later ones fail.
        io?.pointee.error = 0
        io?.pointee.eof_reached = 0
        let pending = reader.failure
        reader.failure = nil
        if let pending, pending != .interrupted { throw pending }
        let base = stream.pointee.time_base
        let stamp = Self.scale(sample, Int64(base.den), Int64(rate) * Int64(base.num))
        let code = av.av_seek_frame(input, streamIndex, stamp, AVSEEK_FLAG_BACKWARD)
        av.avcodec_flush_buffers(codec)
        isDraining = false
        if code < 0 { throw takeFailure(code) }
    }

    /// The sample at which a frame begins by its time stamp.
    func place(of frame: UnsafeMutablePointer<AVFrame>, rate: Int) -> Int64? {
        guard let stream, frame.pointee.pts != column_av_no_pts() else { return nil }
        let base = stream.pointee.time_base
        return Self.scale(frame.pointee.pts, Int64(base.num) * Int64(rate), Int64(base.den))
    }

    /// The length by the stream, else estimated by the container.
    func length(rate: Int) -> MediaLength? {
        guard let stream, let input else { return nil }
        let none = column_av_no_pts()
        // What an ADTS file says of itself is its size by its bit rate.
        let isEstimated =
            input.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
        if stream.pointee.duration != none, stream.pointee.duration > 0 {
            let base = stream.pointee.time_base
            let frames = Self.scale(
                stream.pointee.duration, Int64(base.num) * Int64(rate), Int64(base.den))
            return MediaLength(frames: frames - leadIn, isEstimated: isEstimated)
        }
        guard input.pointee.duration != none, input.pointee.duration > 0 else { return nil }
        return MediaLength(
            frames: Self.scale(input.pointee.duration, Int64(rate), Int64(AV_TIME_BASE)),
            isEstimated: isEstimated)
    }

    /// The chapters that the container holds, in order.
    var chapters: [MediaChapter] {
        guard let input else { return [] }
        return (0..<Int(input.pointee.nb_chapters)).compactMap { number in
            guard let chapter = input.pointee.chapters[number] else { return nil }
            let base = chapter.pointee.time_base
            func time(_ stamp: Int64) -> Duration {
                let scaled = Self.scale(stamp, Int64(base.num) * 1_000_000, Int64(base.den))
                return .microseconds(scaled)
            }
            let entry = av.av_dict_get(chapter.pointee.metadata, "title", nil, 0)
            let title = entry.map { String(cString: $0.pointee.value) } ?? ""
            return MediaChapter(
                start: time(chapter.pointee.start), end: time(chapter.pointee.end), title: title)
        }
    }

    /// The packets that were left out.
    var damage: MediaDamage {
        MediaDamage(places: refused.count, bytes: refused.values.reduce(0, +))
    }

    /// The loudness by the comments of the stream or the container.
    var taggedLoudness: Double? {
        for metadata in [stream?.pointee.metadata, input?.pointee.metadata] {
            for name in ["R128_TRACK_GAIN", "REPLAYGAIN_TRACK_GAIN"] {
                guard let entry = av.av_dict_get(metadata ?? nil, name, nil, 0),
                    let loudness = TaggedLoudness.loudness(
                        name: name, value: String(cString: entry.pointee.value))
                else { continue }
                return loudness
            }
        }
        return nil
    }

    /// The container's index, thinned: where samples stand.
    func index(rate: Int) -> [(byte: Int64, sample: Int64)] {
        guard let stream else { return [] }
        let count = av.avformat_index_get_entries_count(stream)
        let base = stream.pointee.time_base
        return stride(from: 0, to: count, by: max(1, Int(count) / 2000)).compactMap { number in
            guard let entry = av.avformat_index_get_entry(stream, Int32(number)) else { return nil }
            let sample = Self.scale(
                entry.pointee.timestamp, Int64(base.num) * Int64(rate), Int64(base.den))
            return (entry.pointee.pos, sample)
        }
    }
}

extension LibAVHandle {
    /// Samples that an Opus decoder drops at the front, and that its pages' times count.
    private var leadIn: Int64 {
        guard let parameters = stream?.pointee.codecpar,
            parameters.pointee.codec_id == AV_CODEC_ID_OPUS
        else { return 0 }
        return Int64(parameters.pointee.initial_padding)
    }

    private var stream: UnsafeMutablePointer<AVStream>? {
        guard let input, streamIndex >= 0, streamIndex < input.pointee.nb_streams else {
            return nil
        }
        return input.pointee.streams[Int(streamIndex)]
    }

    private func openInput() throws(AudioError) {
        guard let buffer = av.av_malloc(Int(Self.bufferSize)) else {
            throw LibAV.failure(-12, av)
        }
        let context = Unmanaged.passUnretained(reader).toOpaque()
        io = av.avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Self.bufferSize, 0, context, readForLibAV,
            nil, seekForLibAV)
        input = av.avformat_alloc_context()
        guard let io, let opened = input else { throw LibAV.failure(-12, av) }
        opened.pointee.pb = io
        // On failure this frees the context and sets it to nil.
        let code = av.avformat_open_input(&input, nil, nil, nil)
        if code < 0 { throw takeFailure(code) }
        guard let input else { return }
        let found = av.avformat_find_stream_info(input, nil)
        if found < 0 { throw takeFailure(found) }
    }

    private func openCodec(_ kind: MediaKind) throws(AudioError) {
        guard let input else { return }
        streamIndex = av.av_find_best_stream(input, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        guard let stream, let parameters = stream.pointee.codecpar,
            let decoder = av.avcodec_find_decoder(parameters.pointee.codec_id)
        else { throw .unsupported(kind: kind) }
        // Covers and other streams are not even read.
        for number in 0..<Int(input.pointee.nb_streams) where number != Int(streamIndex) {
            input.pointee.streams[number]?.pointee.discard = AVDISCARD_ALL
        }
        codec = av.avcodec_alloc_context3(decoder)
        guard let codec else { throw LibAV.failure(-12, av) }
        var code = av.avcodec_parameters_to_context(codec, parameters)
        if code < 0 { throw LibAV.failure(code, av) }
        codec.pointee.pkt_timebase = stream.pointee.time_base
        codec.pointee.thread_count = 1
        code = av.avcodec_open2(codec, decoder, nil)
        if code < 0 { throw LibAV.failure(code, av) }
    }

    private func sendPacket(to codec: UnsafeMutablePointer<AVCodecContext>) throws(AudioError) {
        guard let input, let packet, !isDraining else { return }
        while true {
            let code = av.av_read_frame(input, packet)
            if code < 0 {
                if reader.failure != nil { throw takeFailure(code) }
                // The end, or nothing that can be read any more: let out what is held back.
                isDraining = true
                _ = av.avcodec_send_packet(codec, nil)
                return
            }
            defer { av.av_packet_unref(packet) }
            guard packet.pointee.stream_index == streamIndex else { continue }
            // A broken packet is left out; the next one may be whole.
            if av.avcodec_send_packet(codec, packet) >= 0 { return }
            // Where the container tells no place, the time is as good.
            let place = packet.pointee.pos
            refused[place >= 0 ? place : -1 - max(0, packet.pointee.pts)] = Int64(
                packet.pointee.size)
        }
    }

    private func takeFailure(_ code: Int32) -> AudioError {
        defer { reader.failure = nil }
        return reader.failure ?? LibAV.failure(code, av)
    }

    /// `value × multiplier ÷ divisor`, rounded, without overflow for any real file.
    private static func scale(_ value: Int64, _ multiplier: Int64, _ divisor: Int64) -> Int64 {
        guard divisor != 0 else { return 0 }
        let product = value.multipliedFullWidth(by: multiplier)
        let half = divisor / 2
        let (low, carry) = product.low.addingReportingOverflow(UInt64(bitPattern: Int64(half)))
        let high = product.high + (carry ? 1 : 0)
        guard high >= 0, high < half else {
            let quotient = Double(value) * Double(multiplier) / Double(divisor)
            return abs(quotient) < 9e18 ? Int64(quotient) : 0
        }
        return divisor.dividingFullWidth((high, low)).quotient
    }
}
