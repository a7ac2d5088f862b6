/// How long a text is when it is read out, in the time of one Latin letter.
///
/// Readers take some 15 Latin letters a second, blanks among them, but five Chinese characters, and stop
/// at the ends of sentences: in a text of both, counting characters alike is off by a factor of three.
public enum SpokenLength {
    /// The length; 0 where nothing is said.
    public static func of(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + weight($1) }
    }

    private static func weight(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x30...0x39, 0xFF10...0xFF19: 4
        // . ! ? and their likes: a stop.
        case 0x2E, 0x21, 0x3F, 0x3002, 0xFF01, 0xFF1F, 0x2026: 6
        // , ; : and their likes.
        case 0x2C, 0x3B, 0x3A, 0x3001, 0xFF0C, 0xFF1B, 0xFF1A: 3
        case 0x3040...0x30FF: 2
        // Ideographs and Hangul: a syllable each.
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF, 0xAC00...0xD7AF:
            3
        case 0x20, 0xA0, 0x3000: 1
        default:
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? 1 : 0
        }
    }
}
