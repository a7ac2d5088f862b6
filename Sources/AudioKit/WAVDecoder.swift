/// Plays PCM from a WAVE file: 8, 16, 24 and 32 bits, and 32-bit floats.
public final class WAVDecoder: Decoder {
    /// Rate and channels by the file's header; more than two channels are cut to the first two.
    public let format: AudioFormat
    private let source: any ByteSource
    private let layout: Layout
    private var position: Int64 = 0
    private var bytes: [UInt8] = []

    /// Where the samples stand, and how.
    private struct Layout {
        var dataOffset: Int64 = 0
        var frameCount: Int64 = 0
        var sampleRate = 0
        var channelCount = 0
        var bits = 0
        var isFloat = false

        var frameSize: Int { channelCount * bits / 8 }
    }

    /// Reads the header up to the samples.
    public init(source: any ByteSource) throws(AudioError) {
        self.source = source
        guard let layout = try Self.readLayout(source) else { throw .unsupported(kind: .wav) }
        self.layout = layout
        format = AudioFormat(
            sampleRate: layout.sampleRate, channelCount: min(2, layout.channelCount))
    }

    /// The exact length.
    public var length: MediaLength? {
        MediaLength(frames: layout.frameCount, isEstimated: false)
    }

    /// Reads the next frames.
    public func read(
        into buffer: UnsafeMutableBufferPointer<Float>
    ) throws(AudioError) -> Int {
        let wanted = min(
            Int64(min(buffer.count / format.channelCount, 4096)), layout.frameCount - position)
        guard wanted > 0 else { return 0 }
        let count = Int(wanted)
        try fill(count * layout.frameSize)
        let sampleSize = layout.bits / 8
        for frame in 0..<count {
            for channel in 0..<format.channelCount {
                let offset = frame * layout.frameSize + channel * sampleSize
                buffer[frame * format.channelCount + channel] = sample(at: offset)
            }
        }
        position += wanted
        return count
    }

    /// Goes to a frame: arithmetic.
    public func seek(toFrame frame: Int64) throws(AudioError) -> Int64 {
        position = max(0, min(frame, layout.frameCount))
        return position
    }

    /// Arithmetic.
    public func makeTimeMap() throws(AudioError) -> (any TimeMap)? {
        PCMTimeMap(
            dataOffset: layout.dataOffset, frameSize: Int64(layout.frameSize),
            frameCount: layout.frameCount)
    }
}

/// Frames of equal size, one after the other.
private struct PCMTimeMap: TimeMap {
    let dataOffset: Int64
    let frameSize: Int64
    let frameCount: Int64

    func mediaRanges(of byteRanges: [Range<Int64>]) -> [Range<Int64>] {
        byteRanges.compactMap { range in
            let lower = max(0, range.lowerBound - dataOffset + frameSize - 1) / frameSize
            let upper = min(frameCount, max(0, range.upperBound - dataOffset) / frameSize)
            return lower < upper ? lower..<upper : nil
        }
    }

    func isExact(atFrame frame: Int64) -> Bool { true }
}

extension WAVDecoder {
    private func fill(_ size: Int) throws(AudioError) {
        if bytes.count < size { bytes = [UInt8](repeating: 0, count: size) }
        let start = layout.dataOffset + position * Int64(layout.frameSize)
        let source = source
        let failure = bytes.withUnsafeMutableBytes { all -> AudioError? in
            var done = 0
            while done < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: all[done..<size])
                do throws(AudioError) {
                    let count = try source.read(at: start + Int64(done), into: rest)
                    if count == 0 {
                        return .truncated(at: start + Int64(done), expected: start + Int64(size))
                    }
                    done += count
                } catch {
                    return error
                }
            }
            return nil
        }
        if let failure { throw failure }
    }

    private func sample(at offset: Int) -> Float {
        func word(_ count: Int) -> UInt32 {
            (0..<count).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
        }
        switch layout.bits {
        case 8: return Float(Int(bytes[offset]) - 128) / 128
        case 16: return Float(Int16(truncatingIfNeeded: word(2))) / 32_768
        case 24: return Float(Int32(bitPattern: word(3) << 8) >> 8) / 8_388_608
        default:
            let bits = word(4)
            return layout.isFloat
                ? Float(bitPattern: bits) : Float(Int32(bitPattern: bits)) / 2_147_483_648
        }
    }

    private static func readLayout(_ source: any ByteSource) throws(AudioError) -> Layout? {
        var window = ByteWindow(over: source)
        var layout = Layout()
        var offset: Int64 = 12
        for _ in 0..<64 {
            let head = try window.slice(at: offset, length: 8)
            guard head.count == 8 else { return nil }
            let size = Int64(little(head, at: 4, 4))
            if head.starts(with: "fmt ".utf8) {
                let chunk = try window.slice(at: offset + 8, length: 40)
                guard chunk.count >= 16, read(chunk, into: &layout) else { return nil }
            } else if head.starts(with: "data".utf8) {
                guard layout.frameSize > 0 else { return nil }
                layout.dataOffset = offset + 8
                // A writer that was cut off left 0 or all ones: then the file's end counts.
                let rest = (source.length ?? .max) - layout.dataOffset
                let isOpen = size == 0 || size >= 0xFFFF_FF00
                layout.frameCount = (isOpen ? rest : size) / Int64(layout.frameSize)
                return layout
            }
            offset += 8 + size + (size & 1)
        }
        return nil
    }

    private static func read(_ chunk: [UInt8], into layout: inout Layout) -> Bool {
        var tag = little(chunk, at: 0, 2)
        // Extensible: the real tag begins the identifier at 24.
        if tag == 0xFFFE, chunk.count >= 26 { tag = little(chunk, at: 24, 2) }
        layout.channelCount = Int(little(chunk, at: 2, 2))
        layout.sampleRate = Int(little(chunk, at: 4, 4))
        layout.bits = Int(little(chunk, at: 14, 2))
        layout.isFloat = tag == 3
        let isKnown =
            tag == 1 && [8, 16, 24, 32].contains(layout.bits) || tag == 3 && layout.bits == 32
        return isKnown && (1...8).contains(layout.channelCount)
            && (4000...192_000).contains(layout.sampleRate)
    }

    private static func little(_ bytes: [UInt8], at offset: Int, _ count: Int) -> UInt32 {
        (0..<count).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
    }
}
