/// Numbers above the line, as in m² or of a footnote.
enum Superscript {
    /// The raised form of a short number; nil for all else.
    static func text(_ bytes: [UInt8]) -> String? {
        guard (1...4).contains(bytes.count) else { return nil }
        var raised = ""
        for byte in bytes {
            switch byte {
            case 0x30...0x39: raised.append(digits[Int(byte) - 0x30])
            case 0x2B: raised.append("⁺")
            case 0x2D: raised.append("⁻")
            default: return nil
            }
        }
        return raised
    }

    private static let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
