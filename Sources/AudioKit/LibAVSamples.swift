import CLibAV

/// Samples of a decoded frame as interleaved floats.
enum LibAVSamples {
    static func channelCount(_ frame: UnsafeMutablePointer<AVFrame>) -> Int {
        Int(frame.pointee.ch_layout.nb_channels)
    }

    /// Appends all samples of a frame; a format that is not known gives silence.
    static func append(
        _ frame: UnsafeMutablePointer<AVFrame>, to buffer: inout FrameBuffer, channelCount: Int
    ) {
        let count = Int(frame.pointee.nb_samples)
        let available = Self.channelCount(frame)
        guard count > 0, available > 0 else { return }
        let target = buffer.extend(frames: count)
        for channel in 0..<channelCount {
            // A part in mono of a stereo file is heard on both sides.
            let from = min(channel, available - 1)
            convert(
                frame, channel: from, of: available, to: target + channel, step: channelCount,
                count: count)
        }
    }

    private static func convert(
        _ frame: UnsafeMutablePointer<AVFrame>, channel: Int, of channels: Int,
        to target: UnsafeMutablePointer<Float>, step: Int, count: Int
    ) {
        let sampleFormat = AVSampleFormat(rawValue: frame.pointee.format)
        let isPlanar =
            [
                AV_SAMPLE_FMT_U8P, AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_FLTP,
                AV_SAMPLE_FMT_DBLP,
            ].contains(sampleFormat)
        guard let planes = frame.pointee.extended_data, let plane = planes[isPlanar ? channel : 0]
        else {
            for index in 0..<count { target[index * step] = 0 }
            return
        }
        let first = isPlanar ? 0 : channel
        let stride = isPlanar ? 1 : channels
        func each<Sample>(_ type: Sample.Type, _ value: (Sample) -> Float) {
            plane.withMemoryRebound(to: type, capacity: count * stride) { samples in
                for index in 0..<count {
                    target[index * step] = value(samples[first + index * stride])
                }
            }
        }
        switch sampleFormat {
        case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP: each(Float.self) { $0 }
        case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P: each(Int16.self) { Float($0) / 32_768 }
        case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P:
            each(Int32.self) { Float($0) / 2_147_483_648 }
        case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP: each(Double.self) { Float($0) }
        case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P: each(UInt8.self) { Float(Int($0) - 128) / 128 }
        default: for index in 0..<count { target[index * step] = 0 }
        }
    }
}
