/// Finds web addresses in text.
enum Autolink {
    /// The place of the next address at or behind a place.
    static func next(in bytes: [UInt8], from: Int) -> Range<Int>? {
        var index = from
        while let colon = bytes[index...].firstIndex(of: 0x3A) {
            index = colon + 1
            guard colon + 3 < bytes.count, bytes[colon + 1] == 0x2F, bytes[colon + 2] == 0x2F,
                let start = start(in: bytes, before: colon, notBefore: from)
            else { continue }
            let end = end(in: bytes, from: colon + 3)
            if end > colon + 3 { return start..<end }
        }
        return nil
    }

    /// Where `http` or `https` before a colon begins.
    private static func start(in bytes: [UInt8], before colon: Int, notBefore limit: Int) -> Int? {
        for scheme in ["https", "http"] as [StaticString] {
            let start = colon - scheme.utf8CodeUnitCount
            guard start >= limit else { continue }
            let isEqual = (0..<scheme.utf8CodeUnitCount).allSatisfy {
                bytes[start + $0] | 0x20 == scheme.utf8Start[$0]
            }
            if isEqual, start == 0 || !isLetter(bytes[start - 1]) { return start }
        }
        return nil
    }

    /// Where an address ends: addresses are ASCII, and marks at the end belong to the sentence.
    private static func end(in bytes: [UInt8], from: Int) -> Int {
        var end = from
        var hasOpening = false
        while end < bytes.count {
            switch bytes[end] {
            case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F...: break
            case let byte:
                hasOpening = hasOpening || byte == 0x28
                end += 1
                continue
            }
            break
        }
        while end > from {
            switch bytes[end - 1] {
            case 0x21, 0x27, 0x2A, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x5F: break
            case 0x29 where !hasOpening: break
            default: return end
            }
            end -= 1
        }
        return end
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 97 < 26
    }
}
