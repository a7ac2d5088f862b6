/// Pauses in the form in which they are kept.
///
/// That is, per pause, the time since the last one and its length, in hundredths of a second, as numbers
/// of seven bits a byte. An hour takes about 3 kB.
enum PauseList {
    static func bytes(_ pauses: [Range<Duration>]) -> [UInt8] {
        var bytes: [UInt8] = []
        func put(_ value: Int64) {
            var rest = UInt64(max(0, value))
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        var last: Int64 = 0
        for pause in pauses {
            let (start, end) = (
                Self.hundredths(pause.lowerBound), Self.hundredths(pause.upperBound)
            )
            put(start - last)
            put(end - start)
            last = end
        }
        return bytes
    }

    /// Reads what `bytes` gave, up to where it is damaged.
    static func pauses(_ bytes: [UInt8]) -> [Range<Duration>] {
        var place = 0
        func take() -> Int64? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 35, by: 7) {
                guard place < bytes.count else { return nil }
                value |= UInt64(bytes[place] & 0x7F) << shift
                place += 1
                if bytes[place - 1] & 0x80 == 0 { return Int64(value) }
            }
            return nil
        }
        var pauses: [Range<Duration>] = []
        var last: Int64 = 0
        while let gap = take(), let length = take() {
            let start = last + gap
            last = start + length
            pauses.append(.milliseconds(start * 10)..<(.milliseconds(last * 10)))
        }
        return pauses
    }

    private static func hundredths(_ time: Duration) -> Int64 {
        Int64((time / .milliseconds(10)).rounded())
    }
}
