/// 16-bit samples of a RIFF WAVE file, as the recording output writes it.
public struct WAVFile: Sendable, Equatable {
    /// Samples a second and channel.
    public let sampleRate: Int
    /// Channels side by side in `samples`.
    public let channelCount: Int
    /// All samples, channels interleaved.
    public let samples: [Int16]

    /// How long it sounds, in seconds.
    public var seconds: Double { Double(samples.count) / Double(channelCount * sampleRate) }

    /// Reads a file; nil where it is no 16-bit PCM.
    ///
    /// The size of the data chunk is not trusted: a recording that was cut short says too much.
    public init?(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard bytes.starts(with: Array("RIFF".utf8)) else { return nil }
        var rate: Int?
        var channels: Int?
        var position = 12
        while let size = number(position + 4, 4) {
            let name = String(decoding: bytes[position..<position + 4], as: UTF8.self)
            if name == "fmt " {
                guard number(position + 22, 2) == 16 else { return nil }
                channels = number(position + 10, 2)
                rate = number(position + 12, 4)
            }
            if name == "data" {
                guard let rate, let channels, channels > 0 else { return nil }
                let data = bytes[(position + 8)...].prefix(size)
                sampleRate = rate
                channelCount = channels
                samples = stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map {
                    Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8)
                }
                return
            }
            position += 8 + size + size % 2
        }
        return nil
    }
}
