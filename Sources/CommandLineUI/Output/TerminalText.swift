/// Text from outside made safe for a terminal.
enum TerminalText {
    /// One line: line ends and tabs become blanks; control characters, escape sequences' starts and
    /// marks that turn the direction of text go away.
    static func line(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.append(" ")
            default:
                if isSafe(scalar) { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// Several lines: line ends stay, tabs become blanks.
    static func lines(_ text: some StringProtocol) -> String {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line($0) }
            .joined(separator: "\n")
    }

    /// Without turning marks a title could show another file name or address than it has.
    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB:
            false
        default: true
        }
    }
}
