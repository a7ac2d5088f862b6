/// Reads the durations that feeds have: `S`, `S.s`, `M:S`, `H:M:S`, `1h 2m 3s`, `PT1H2M`.
public enum DurationParser {
    /// The duration that a text names, fractions of a second kept; nil when it names none.
    public static func duration(from text: String) -> Duration? {
        var text = text
        return text.withUTF8 { duration(from: $0) }
    }

    /// The duration that bytes of UTF-8 name; nil when they name none.
    public static func duration(from bytes: UnsafeBufferPointer<UInt8>) -> Duration? {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 32 { start += 1 }
        while end > start, bytes[end - 1] <= 32 { end -= 1 }
        guard end > start, end - start <= 64 else { return nil }
        let trimmed = UnsafeBufferPointer(rebasing: bytes[start..<end])
        return clock(trimmed) ?? units(trimmed)
    }

    /// `H:M:S` and its shorter forms; parts may exceed 59.
    private static func clock(_ bytes: UnsafeBufferPointer<UInt8>) -> Duration? {
        var total = 0
        var parts = 0
        var index = 0
        while true {
            while index < bytes.count, bytes[index] == 32 { index += 1 }
            guard let value = number(bytes, &index), parts < 3 else { return nil }
            total = total * 60 + value
            parts += 1
            let fraction = fraction(bytes, &index)
            while index < bytes.count, bytes[index] == 32 { index += 1 }
            guard index < bytes.count else {
                return .seconds(total) + .milliseconds(fraction)
            }
            guard bytes[index] == UInt8(ascii: ":"), fraction == 0 else { return nil }
            index += 1
        }
    }

    /// `1h 2m 3s`, `90 min`, `1 hour, 5 minutes`, `PT1H2M3S`.
    private static func units(_ bytes: UnsafeBufferPointer<UInt8>) -> Duration? {
        var total = 0
        var index = 0
        var hasAny = false
        if bytes.count > 2, bytes[0] | 0x20 == UInt8(ascii: "p"),
            bytes[1] | 0x20 == UInt8(ascii: "t")
        {
            index = 2
        }
        while index < bytes.count {
            if bytes[index] <= 32 || bytes[index] == UInt8(ascii: ",") {
                index += 1
                continue
            }
            guard let value = number(bytes, &index) else { return nil }
            _ = fraction(bytes, &index)
            while index < bytes.count, bytes[index] == 32 { index += 1 }
            let start = index
            while index < bytes.count, (bytes[index] | 0x20) &- 97 < 26 || bytes[index] == 46 {
                index += 1
            }
            guard index > start, let unit = unit(bytes[start..<index]) else { return nil }
            total += value * unit
            hasAny = true
            if bytes[start] | 0x20 != UInt8(ascii: "p"), index < bytes.count,
                bytes[index] | 0x20 == UInt8(ascii: "t")
            {
                index += 1
            }
        }
        return hasAny ? .seconds(total) : nil
    }

    private static func unit(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let text = String(decoding: word, as: UTF8.self).lowercased()
        switch text {
        case "h", "hr", "hrs", "hour", "hours", "h.", "std", "stunden", "std.": return 3_600
        case "m", "min", "mins", "minute", "minutes", "min.", "minuten": return 60
        case "s", "sec", "secs", "second", "seconds", "sec.", "sek", "sek.": return 1
        default: return nil
        }
    }

    /// Up to nine digits, so that sums of products cannot overflow.
    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int? {
        let start = index
        var value = 0
        while index < bytes.count, bytes[index] &- 48 < 10 {
            guard index - start < 9 else { return nil }
            value = value * 10 + Int(bytes[index] &- 48)
            index += 1
        }
        return index > start ? value : nil
    }

    /// A fraction of a second in milliseconds; 0 where there is none.
    private static func fraction(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int {
        guard index + 1 < bytes.count,
            bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ","),
            bytes[index + 1] &- 48 < 10
        else {
            if index + 1 == bytes.count, bytes[index] == UInt8(ascii: ".") {
                index += 1
            }
            return 0
        }
        index += 1
        var milliseconds = 0
        var scale = 100
        while index < bytes.count, bytes[index] &- 48 < 10 {
            milliseconds += Int(bytes[index] &- 48) * scale
            scale /= 10
            index += 1
        }
        return milliseconds
    }
}
