internal import TerminalText

/// Tabs in lines that are shown as they stand.
enum TabStops {
    private static let distance = 4

    /// The text with blanks up to the next tab stop for every tab.
    static func expanded(_ text: String) -> String {
        guard text.utf8.contains(0x09) else { return text }
        var result = ""
        var column = 0
        for character in text {
            if character == "\t" {
                let blanks = distance - column % distance
                result += String(repeating: " ", count: blanks)
                column += blanks
            } else {
                result.append(character)
                column = character.isNewline ? 0 : column + TextWidth.of(character)
            }
        }
        return result
    }
}
