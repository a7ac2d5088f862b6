/// A place in a compressed file by the frames around it, so that it is found again where the file
/// was made anew with other advertisements.
public struct FrameFingerprint: Hashable, Sendable {
    /// Most frames that are kept: a second and a quarter of MP3.
    static let longest = 48
    /// Fewer prove nothing.
    static let shortest = 8

    /// The media time of the place when it was taken.
    public let place: Duration
    /// From the first frame's beginning to the place, in samples.
    let lead: Int64
    /// One hash for each frame.
    let hashes: [UInt32]

    init?(place: Duration, lead: Int64, hashes: [UInt32]) {
        guard hashes.count >= Self.shortest, hashes.count <= 255, abs(lead) < 1 << 30 else {
            return nil
        }
        self.place = place
        self.lead = lead
        self.hashes = hashes
    }

    /// Reads what `bytes` gave; nil for anything else.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count >= 14, bytes[0] == 1, bytes.count == 14 + 4 * Int(bytes[1]) else {
            return nil
        }
        func number(_ offset: Int, _ count: Int) -> UInt64 {
            bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(
            place: .milliseconds(Int64(bitPattern: number(2, 8))),
            lead: Int64(Int32(bitPattern: UInt32(number(10, 4)))),
            hashes: (0..<Int(bytes[1])).map { UInt32(number(14 + 4 * $0, 4)) })
    }

    /// A form that can be kept.
    public var bytes: [UInt8] {
        func big(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
        }
        let milliseconds = Int64(place / .milliseconds(1))
        var bytes: [UInt8] = [1, UInt8(hashes.count)]
        bytes += big(UInt64(bitPattern: milliseconds), 8)
        bytes += big(UInt64(UInt32(bitPattern: Int32(lead))), 4)
        for hash in hashes { bytes += big(UInt64(hash), 4) }
        return bytes
    }
}

/// What came of the search for a place.
public enum FrameSearch: Hashable, Sendable {
    /// It is where it was.
    case here
    /// The same frames stand elsewhere: the media frame of the place now.
    case moved(toFrame: Int64)
    /// Those frames are not to be found.
    case lost
}
