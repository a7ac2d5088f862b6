/// Finds time stamps in text: `4:05`, `75:00`, `1:02:03`, `00:12.5`, also with the fullwidth colon.
enum TimeScanner {
    static func marks(in text: String) -> [TimeMark] {
        var text = text
        return text.withUTF8 { bytes in
            ranges(in: bytes).map { time, range in
                mark(time, range, in: bytes)
            }
        }
    }

    /// The time stamps of a text with their places in its UTF-8 bytes.
    static func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [(Duration, Range<Int>)] {
        var found: [(Duration, Range<Int>)] = []
        var index = 0
        while index < bytes.count {
            guard isDigit(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            let (fields, end) = read(bytes, at: start)
            index = end
            if let time = time(of: fields, bytes, start), isBounded(bytes, start..<end) {
                found.append((time, start..<end))
            }
        }
        return found
    }

    // MARK: Reading

    private struct Field {
        let value: Int
        let digits: Int
    }

    /// Reads numbers parted by colons.
    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> ([Field], end: Int) {
        var fields: [Field] = []
        var index = start
        while true {
            let first = index
            var value = 0
            while index < bytes.count, isDigit(bytes[index]) {
                value = min(value * 10 + Int(bytes[index] - 48), 1_000_000)
                index += 1
            }
            fields.append(Field(value: value, digits: index - first))
            let colon = colonLength(bytes, at: index)
            guard colon > 0, index + colon < bytes.count, isDigit(bytes[index + colon]) else {
                return (fields, index)
            }
            index += colon
        }
    }

    private static func time(
        of fields: [Field], _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int
    ) -> Duration? {
        guard (2...3).contains(fields.count), fields[0].digits <= 3,
            fields.dropFirst().allSatisfy({ $0.digits == 2 && $0.value < 60 })
        else { return nil }
        // 2026-11-30 12:30 and 11/30 12:30 are times of a day.
        if start >= 4, bytes[start - 1] == 0x20, isDigit(bytes[start - 2]),
            isDigit(bytes[start - 3]),
            bytes[start - 4] == 0x2D || bytes[start - 4] == 0x2F
        {
            return nil
        }
        return .seconds(fields.reduce(0) { $0 * 60 + $1.value })
    }

    /// Whether no letter, digit, sign or other colon touches it, and no `am`, `pm`, `Uhr`, zone follows.
    private static func isBounded(
        _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Bool {
        if range.lowerBound > 0 {
            switch bytes[range.lowerBound - 1] {
            case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x2F, 0x2B, 0x23, 0x24, 0x3D:
                return false
            default: break
            }
        }
        guard range.upperBound < bytes.count else { return true }
        switch bytes[range.upperBound] {
        case 0x41...0x5A, 0x61...0x7A, 0x3A, 0x2F, 0x25, 0x27: return false
        default: break
        }
        var word: [UInt8] = []
        for byte in bytes[range.upperBound...].prefix(5).drop(while: { $0 == 0x20 })
        where byte != 0x2E {
            guard byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A else { break }
            word.append(byte | 0x20)
        }
        return !clockWords.contains(String(decoding: word, as: UTF8.self))
    }

    private static let clockWords: Set<String> = [
        "am", "pm", "uhr", "utc", "gmt", "est", "edt", "pst", "pdt", "cet", "jst",
    ]

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 48 < 10
    }

    private static func colonLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index < bytes.count else { return 0 }
        if bytes[index] == 0x3A { return 1 }
        // U+FF1A
        return index + 2 < bytes.count && bytes[index] == 0xEF && bytes[index + 1] == 0xBC
            && bytes[index + 2] == 0x9A ? 3 : 0
    }

    // MARK: The words beside it

    private static func mark(
        _ time: Duration, _ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> TimeMark {
        // A chapter's line is short; the bound keeps a page of numbers on one line linear.
        let reach = 192
        let low = max(0, range.lowerBound - reach)
        let high = min(bytes.count, range.upperBound + reach)
        let head = bytes[low..<range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? low
        let tail = bytes[range.upperBound..<high].firstIndex(of: 0x0A) ?? high
        let before = trimmed(bytes[head..<range.lowerBound])
        let after = withoutTime(trimmed(bytes[range.upperBound..<tail]))
        return TimeMark(
            time: time, range: range,
            label: before.isEmpty ? after : after.isEmpty ? before : after,
            isAtEdge: before.isEmpty || after.isEmpty)
    }

    /// Of `00:00 - 05:30 Opening` the words are `Opening`.
    private static func withoutTime(_ label: String) -> String {
        var label = label
        return label.withUTF8 { bytes in
            guard let first = ranges(in: bytes).first, first.1.lowerBound == 0 else { return nil }
            return trimmed(bytes[first.1.upperBound...])
        } ?? label
    }

    private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        let isFiller: (Character) -> Bool = {
            $0.isWhitespace || "-–—:|·•◦▪*~→>()[]【】（）：#,，、._".contains($0)
        }
        let text = String(decoding: bytes, as: UTF8.self).drop(while: isFiller)
        var end = text.endIndex
        let closing: (Character) -> Bool = { $0.isWhitespace || "-–—:|·→([【（：,，、".contains($0) }
        while end > text.startIndex, closing(text[text.index(before: end)]) {
            end = text.index(before: end)
        }
        return String(text[..<end])
    }
}
