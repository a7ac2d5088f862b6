/// Text from outside made safe for a terminal: no control character, no turned direction comes out.
///
/// Control characters are shown by their pictures (`␛`), so that nothing is hidden; the C1 controls,
/// which in practice are mislabelled Windows-1252, become the characters that were meant.
public enum SafeText {
    /// One line: every run of line ends and tabs becomes one blank.
    public static func line(_ text: some StringProtocol) -> String {
        cleaned(String(text), keepsLines: false)
    }

    /// Several lines: `\n` stays, other line ends become it, tabs become blanks.
    public static func lines(_ text: some StringProtocol) -> String {
        cleaned(String(text), keepsLines: true)
    }

    /// Whether a text may go to a terminal as one line as it is.
    public static func isSafeLine(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isClean($0, keepsLines: false) }
    }
}

extension SafeText {
    private static func cleaned(_ text: String, keepsLines: Bool) -> String {
        var text = text
        if text.withUTF8({ isClean($0, keepsLines: keepsLines) }) { return text }
        var result = String.UnicodeScalarView()
        var previous: UInt32 = 0
        for scalar in text.unicodeScalars {
            defer { previous = scalar.value }
            guard let gap = Gap(scalar.value) else {
                append(scalar, to: &result)
                continue
            }
            if keepsLines {
                if scalar.value == 0x0A, previous == 0x0D { continue }
                result.append(gap == .tab ? " " : "\n")
            } else if Gap(previous) == nil {
                result.append(" ")
            }
        }
        return String(result)
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView)
    {
        switch scalar.value {
        case ..<0x20: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
        case 0x7F: result.append("\u{2421}")
        case 0x80...0x9F: result.append(windows1252[Int(scalar.value) - 0x80])
        // Marks, embeddings, overrides and isolates of direction: with them a title could show
        // another file name or address than it has. Byte order marks have no meaning inside text.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: break
        // Interlinear annotations hide text in some terminals, as tags (save in flags) do in all.
        case 0xFFF9...0xFFFB, 0xE0000...0xE001F: break
        default: result.append(scalar)
        }
    }

    /// Whether nothing is to do; looks at bytes only.
    private static func isClean(_ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte &- 0x20 < 0x5F || byte > 0x7F && byte != 0xC2 && byte < 0xD8 { continue }
            if byte < 0x80 {
                guard keepsLines, byte == 0x0A else { return false }
                continue
            }
            guard index < bytes.count else { return true }
            let second = bytes[index]
            let third = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch (byte, second, third) {
            case (0xC2, 0x80...0x9F, _), (0xD8, 0x9C, _),
                // U+200E, U+200F, U+2028…U+202E, U+2066…U+2069
                (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9),
                // U+FEFF, U+FFF9…U+FFFB, U+E0000…
                (0xEF, 0xBB, 0xBF), (0xEF, 0xBF, 0xB9...0xBB), (0xF3, 0xA0, 0x80):
                return false
            default: continue
            }
        }
        return true
    }

    /// What Windows-1252 has at 80…9F; the five places without a character show that.
    private static let windows1252: [Unicode.Scalar] = Array(
        "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ".unicodeScalars)
}

/// A scalar that separates lines or fields.
private enum Gap {
    case tab
    case lineEnd

    init?(_ value: UInt32) {
        switch value {
        case 0x09: self = .tab
        case 0x0A...0x0D, 0x2028, 0x2029: self = .lineEnd
        default: return nil
        }
    }
}
