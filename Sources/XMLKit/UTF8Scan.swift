/// Looks at single UTF-8 sequences (Unicode, table 3-7).
enum UTF8Scan {
    /// What stands at a place.
    enum Sequence {
        /// A well-formed sequence of so many bytes.
        case valid(Int)
        /// The longest part of a broken sequence, which one replacement character stands for.
        case invalid(Int)
        /// The bytes end within a sequence that is well-formed so far.
        case cut
    }

    /// Looks at the sequence that begins with a byte from 0x80 on.
    @inline(__always)
    static func sequence(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Sequence {
        let lead = bytes[start]
        let length: Int
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0:
            length = 3
            low = 0xA0
        case 0xED:
            length = 3
            high = 0x9F
        case 0xE1...0xEF: length = 3
        case 0xF0:
            length = 4
            low = 0x90
        case 0xF4:
            length = 4
            high = 0x8F
        case 0xF1...0xF3: length = 4
        default: return .invalid(1)
        }
        var index = 1
        while index < length {
            guard start + index < bytes.count else { return .cut }
            let byte = bytes[start + index]
            guard byte >= low, byte <= high else { return .invalid(index) }
            low = 0x80
            high = 0xBF
            index += 1
        }
        return .valid(length)
    }
}
