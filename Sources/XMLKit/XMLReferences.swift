/// Character and entity references, as browsers read them.
enum XMLReferences {
    static func isNameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
            || byte >= 0x80
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        isNameStart(byte) || byte &- 48 < 10 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    /// The code point that a name stands for; nil for an unknown name.
    static func named(_ name: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard name.count <= 8 else { return nil }
        var key: UInt64 = 0
        for byte in name {
            key = key << 8 | UInt64(byte)
        }
        switch key {
        case 0x616D70: return 38  // amp
        case 0x6C74: return 60  // lt
        case 0x6774: return 62  // gt
        case 0x7175_6F74: return 34  // quot
        case 0x6E62_7370: return 160  // nbsp
        default: return table[key]
        }
    }

    private static let table: [UInt64: UInt32] = {
        var table: [UInt64: UInt32] = [:]
        let words = htmlEntityNames.utf8.split(separator: 32)
        var index = 0
        while index + 1 < words.count {
            let key = words[index].reduce(0) { $0 << 8 | UInt64($1) }
            table[key] = words[index + 1].reduce(0) { $0 &* 10 &+ UInt32($1 &- 48) }
            index += 2
        }
        return table
    }()

    /// Reads `&#10;`, `&#x1F600;`, also without its semicolon, and two that are a surrogate pair.
    ///
    /// A character that markup may not have is code point 0; windows-1252's places are mapped.
    static func numeric(_ bytes: UnsafePointer<UInt8>, count: Int) -> (UInt32, length: Int)? {
        guard let (value, length) = number(bytes, count: count) else { return nil }
        if value &- 0xD800 < 0x400,
            let (low, lowLength) = number(bytes + length, count: count - length),
            low &- 0xDC00 < 0x400
        {
            return (0x10000 + (value - 0xD800) << 10 + (low - 0xDC00), length + lowLength)
        }
        return (cleaned(value), length)
    }

    private static func number(
        _ bytes: UnsafePointer<UInt8>, count: Int
    ) -> (UInt32, length: Int)? {
        guard count >= 3, bytes[0] == UInt8(ascii: "&"), bytes[1] == UInt8(ascii: "#") else {
            return nil
        }
        let isHex = bytes[2] | 0x20 == UInt8(ascii: "x")
        let first = isHex ? 3 : 2
        var index = first
        var value: UInt32 = 0
        while index < count, index < first + 12, let digit = digit(bytes[index], isHex: isHex) {
            value = min(value &* (isHex ? 16 : 10) &+ digit, 0x110000)
            index += 1
        }
        guard index > first else { return nil }
        if index < count, bytes[index] == UInt8(ascii: ";") {
            index += 1
        }
        return (value, index)
    }

    private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
        if byte &- 48 < 10 {
            return UInt32(byte &- 48)
        }
        let letter = (byte | 0x20) &- 97
        return isHex && letter < 6 ? UInt32(letter) + 10 : nil
    }

    private static func cleaned(_ value: UInt32) -> UInt32 {
        switch value {
        case 9, 10, 13, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: value
        case 0x80...0x9F: UInt32(windows1252[Int(value - 0x80)])
        case 0xD800...0xDFFF, 0x110000...: 0xFFFD
        default: 0
        }
    }

    /// Writes a code point as UTF-8 and says how many bytes it took; none for 0.
    static func encode(_ scalar: UInt32, into bytes: UnsafeMutablePointer<UInt8>) -> Int {
        switch scalar {
        case 0:
            return 0
        case ..<0x80:
            bytes[0] = UInt8(truncatingIfNeeded: scalar)
            return 1
        case ..<0x800:
            bytes[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
            bytes[1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return 2
        case ..<0x10000:
            bytes[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
            bytes[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
            bytes[2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return 3
        default:
            bytes[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
            bytes[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
            bytes[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
            bytes[3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
            return 4
        }
    }

    /// A whole text with its references decoded.
    static func decoded(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let base = raw.baseAddress else { return [] }
        return [UInt8](unsafeUninitializedCapacity: raw.count) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            var index = 0
            while index < raw.count {
                if base[index] == UInt8(ascii: "&"),
                    let (scalar, length) = reference(base + index, count: raw.count - index)
                {
                    count += encode(scalar, into: target + count)
                    index += length
                } else {
                    target[count] = base[index]
                    count += 1
                    index += 1
                }
            }
        }
    }

    private static func reference(
        _ bytes: UnsafePointer<UInt8>, count: Int
    ) -> (UInt32, length: Int)? {
        if let found = numeric(bytes, count: count) {
            return found
        }
        var index = 1
        while index < count, index < 10, isNameByte(bytes[index]) {
            index += 1
        }
        guard index > 1, index < count, bytes[index] == UInt8(ascii: ";"),
            let scalar = named(UnsafeBufferPointer(start: bytes + 1, count: index - 1))
        else { return nil }
        return (scalar, index + 1)
    }
}

/// What windows-1252 has at 0x80…0x9F; its holes are C1 controls, as WHATWG has it.
let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
]
