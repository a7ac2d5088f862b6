/// How many cells of a terminal a text takes.
enum TextWidth {
    /// The width of a text without control characters.
    static func of(_ text: some StringProtocol) -> Int {
        // Printable ASCII, the common case, takes a cell a byte.
        if text.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of one user-perceived character.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        guard scalars.count > 1 else { return of(first) }
        // Emoji sequences: joined by U+200D, made colourful by U+FE0F, two regional indicators.
        let isEmoji = scalars.contains { $0.value == 0xFE0F || $0.value == 0x200D }
        if isEmoji, first.properties.isEmoji || of(first) == 2 { return 2 }
        if (0x1F1E6...0x1F1FF).contains(first.value) { return 2 }
        return scalars.reduce(0) { width, scalar in
            width + (scalar.properties.isEmojiModifier ? 0 : of(scalar))
        }
    }

    /// The width of one scalar by itself.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 {
            return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1
        }
        // Hangul vowels and finals join with the consonant before them.
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return isWide(value) ? 2 : 1
        }
    }

    /// The beginning of a text that takes no more than a width, with `…` where it was cut.
    static func cut(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var result = ""
        var taken = 0
        for character in text {
            let next = of(character)
            guard taken + next <= width - 1 else { break }
            result.append(character)
            taken += next
        }
        return result + "…"
    }

    /// The text with blanks after it, or before it, so that it takes a width.
    static func pad(_ text: String, to width: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - of(text)))
        return isRight ? blanks + text : text + blanks
    }

    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = WideScalars.ranges.count
        while low < high {
            let middle = (low + high) / 2
            let range = WideScalars.ranges[middle]
            if range.contains(value) { return true }
            if value < range.lowerBound { high = middle } else { low = middle + 1 }
        }
        return false
    }
}
