/// Percent encoding of bytes in text (RFC 3986, section 2.1).
enum PercentText {
    /// The text with encoded bytes put right; what is no encoding stays.
    static func decoded(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = UInt8(
                    String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The text with blanks, controls and `%` encoded, so that it stands in one field of a line.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            if byte <= 0x20 || byte == UInt8(ascii: "%") || byte >= 0x7F {
                let digits = String(byte, radix: 16, uppercase: true)
                result += byte < 16 ? "%0\(digits)" : "%\(digits)"
            } else {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }
}
