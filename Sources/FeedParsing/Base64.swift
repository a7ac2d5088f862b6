/// Decodes base64 (RFC 4648), white space and a missing end forgiven.
enum Base64 {
    /// The bytes; nil where it is not base64.
    static func decode(_ text: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        for byte in text {
            let value: UInt32
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte - 65)
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte - 71)
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte + 4)
            case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
            case 9, 10, 13, 32, UInt8(ascii: "="): continue
            default: return nil
            }
            bits = bits << 6 | value
            count += 1
            if count % 4 != 1 {
                let shift = UInt32(4 - count % 4) * 2 % 8
                output.append(UInt8(truncatingIfNeeded: bits >> shift))
            }
        }
        return output
    }
}
