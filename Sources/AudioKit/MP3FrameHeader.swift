/// The four bytes that begin each MPEG audio frame.
public struct MP3FrameHeader: Hashable, Sendable {
    /// Bytes from this header to the next one.
    public let byteCount: Int
    /// Sample frames that it decodes to.
    public let frameCount: Int
    /// Sample frames a second.
    public let sampleRate: Int
    /// Channels: 1 or 2.
    public let channelCount: Int
    /// Bits a second.
    public let bitRate: Int
    /// MPEG version bits: 3 is 1, 2 is 2, 0 is 2.5.
    let version: UInt8
    /// Layer bits: 1 is III, 2 is II, 3 is I.
    let layer: UInt8
    /// Whether a checksum of two bytes follows.
    let hasChecksum: Bool

    /// Reads a header at an offset; nil where the bytes cannot be one.
    public init?(_ bytes: [UInt8], at offset: Int) {
        guard offset >= 0, offset + 4 <= bytes.count else { return nil }
        self.init(
            UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
                | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3]))
    }

    /// Reads a header from its four bytes, the first in the highest place.
    public init?(_ word: UInt32) {
        guard word >> 21 == 0x7FF else { return nil }
        version = UInt8(truncatingIfNeeded: word >> 19) & 3
        layer = UInt8(truncatingIfNeeded: word >> 17) & 3
        let rateIndex = Int(word >> 10) & 3
        let bitRateIndex = Int(word >> 12) & 15
        // Index 0 means "free format", which no podcast has and whose length stands nowhere.
        guard version != 1, layer != 0, rateIndex != 3, bitRateIndex != 0, bitRateIndex != 15
        else { return nil }
        let baseRate = [44_100, 48_000, 32_000][rateIndex]
        sampleRate = version == 3 ? baseRate : version == 2 ? baseRate / 2 : baseRate / 4
        let kilobits = Self.kilobits(version: version, layer: layer)[bitRateIndex]
        bitRate = kilobits * 1000
        channelCount = (word >> 6) & 3 == 3 ? 1 : 2
        hasChecksum = (word >> 16) & 1 == 0
        let padding = Int(word >> 9) & 1
        switch layer {
        case 3:
            frameCount = 384
            byteCount = (12 * bitRate / sampleRate + padding) * 4
        case 2:
            frameCount = 1152
            byteCount = 144 * bitRate / sampleRate + padding
        default:
            frameCount = version == 3 ? 1152 : 576
            byteCount = (version == 3 ? 144 : 72) * bitRate / sampleRate + padding
        }
    }

    /// Whether another header can belong to the same stream: version, layer and rate are equal.
    public func isCompatible(with other: MP3FrameHeader) -> Bool {
        version == other.version && layer == other.layer && sampleRate == other.sampleRate
    }

    /// Where the side information ends, counted from the header: a Xing tag stands there.
    var sideInformationEnd: Int {
        let checksum = hasChecksum ? 2 : 0
        let side = version == 3 ? (channelCount == 1 ? 17 : 32) : (channelCount == 1 ? 9 : 17)
        return 4 + checksum + side
    }

    private static func kilobits(version: UInt8, layer: UInt8) -> [Int] {
        switch (version, layer) {
        case (3, 3): [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
        case (3, 2): [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        case (3, _): [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        case (_, 3): [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
        default: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        }
    }
}
