import TestSupport

extension WAVFile {
    /// A file of 16-bit samples, channels interleaved.
    static func bytes(_ samples: [Int16], rate: Int, channels: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var bytes = Array("RIFF".utf8) + little(36 + samples.count * 2, 4)
        bytes += Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2) + little(channels, 2)
        bytes += little(rate, 4) + little(rate * channels * 2, 4) + little(channels * 2, 2)
        bytes += little(16, 2) + Array("data".utf8) + little(samples.count * 2, 4)
        bytes.reserveCapacity(bytes.count + samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return bytes
    }
}
