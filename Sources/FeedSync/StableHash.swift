/// A 64-bit hash that is the same on every machine and for ever, for keys that the store keeps.
///
/// It takes eight bytes at a time through a multiply-and-fold step (the shape of wyhash). It is
/// not for secrets: whoever wants to can make two texts collide.
struct StableHash {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Takes in a text and its length, so that two fields never run into one.
    mutating func combine(_ text: String) {
        var copy = text
        copy.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
    }

    /// Takes in a text, or the fact that there is none.
    mutating func combine(_ text: String?) {
        if let text {
            combine(text)
        } else {
            fold(0xA076_1D64_78BD_642F)
        }
    }

    /// Takes in a number, or the fact that there is none.
    mutating func combine(_ number: Int64?) {
        fold(number.map { UInt64(bitPattern: $0) ^ 0xE703_7ED1_A0B4_28DB } ?? 0x8EBC_6AF0_9C88_C6E3)
    }

    /// Takes in bytes and their number.
    mutating func combine(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + 8 <= bytes.count {
            fold(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        fold(rest)
        fold(UInt64(bytes.count))
    }

    /// The hash of all that was taken in.
    var value: Int64 {
        var copy = self
        copy.fold(0x5896_5CC7_5374_CC5D)
        return Int64(bitPattern: copy.state)
    }

    private mutating func fold(_ word: UInt64) {
        let (high, low) = (state ^ word).multipliedFullWidth(by: 0x2D35_8DCC_AA6C_78A5)
        state = high ^ low ^ (word &+ 0x8BB8_4B93_962E_ACC9)
    }
}
