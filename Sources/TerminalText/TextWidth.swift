/// How many cells of a terminal a text takes: East Asian wide is 2, ambiguous is 1.
public enum TextWidth {
    /// The width in cells of a text without control characters.
    public static func of(_ text: some StringProtocol) -> Int {
        var text = String(text)
        return text.withUTF8 { ascii($0) } ?? TextClusters(text).reduce(0) { $0 + $1.width }
    }

    /// The width in cells of one user-perceived character.
    public static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        guard scalars.index(after: scalars.startIndex) != scalars.endIndex else { return of(first) }
        var sum = 0
        for scalar in scalars {
            // Emoji sequences: drawn as emoji by U+FE0F, joined by U+200D, with a skin's tone.
            if scalar.value == 0xFE0F || scalar.value == 0x200D, first.properties.isEmoji {
                return 2
            }
            sum += scalar.properties.isEmojiModifier && sum > 0 ? 0 : of(scalar)
        }
        return of(first) == 2 ? 2 : sum
    }

    /// The width in cells of one scalar by itself.
    public static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if let width = simple(value) { return width }
        if value < 0x20 || value == 0x7F || contains(value, in: WidthTables.zero) { return 0 }
        return contains(value, in: WidthTables.wide) ? 2 : 1
    }

    /// Whether all terminals give one user-perceived character the same width.
    ///
    /// They disagree on emoji, joined sequences, combining marks and characters of late Unicodes.
    public static func isSure(_ character: String) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first,
            scalars.index(after: scalars.startIndex) == scalars.endIndex
        else { return false }
        return simple(first.value) != nil || (0x2500...0x25FF).contains(first.value)
    }

    /// The beginning of a text that takes no more than a width, with `…` where it was cut.
    public static func cut(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        var taken = 0
        var kept = text.startIndex
        for cluster in TextClusters(text) {
            taken += cluster.width
            if taken > width { return text[..<kept] + "…" }
            if taken < width { kept = cluster.range.upperBound }
        }
        return text
    }

    /// The end of a text that takes no more than a width, with `…` before it where it was cut; for paths.
    public static func cutStart(_ text: String, to width: Int) -> String {
        guard width > 0 else { return "" }
        var excess = of(text) - width
        guard excess > 0 else { return text }
        excess += 1
        for cluster in TextClusters(text) {
            excess -= cluster.width
            if excess <= 0 { return "…" + text[cluster.range.upperBound...] }
        }
        return "…"
    }

    /// The text with blanks after it, or before it, so that it takes a width.
    public static func pad(_ text: String, to width: Int, isRight: Bool = false) -> String {
        let missing = width - of(text)
        guard missing > 0 else { return text }
        let blanks = String(repeating: " ", count: missing)
        return isRight ? blanks + text : text + blanks
    }
}

extension TextWidth {
    /// The width of a scalar that always stands for itself beside others of its kind; else nil.
    ///
    /// These are nearly all characters of nearly all titles; they need neither a table nor the
    /// rules by which scalars join.
    static func simple(_ value: UInt32) -> Int? {
        switch value {
        case 0x20...0x7E, 0xA1...0xA8, 0xAA...0xAC, 0xAF...0x2FF, 0x2010...0x2027: 1
        case 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0xFF01...0xFF60:
            2
        default: nil
        }
    }

    /// Printable ASCII, the common case, takes a cell a byte; nil for all else.
    private static func ascii(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for byte in bytes where byte &- 0x20 >= 0x5F { return nil }
        return bytes.count
    }

    private static func contains(_ value: UInt32, in bounds: [UInt32]) -> Bool {
        var low = 0
        var high = bounds.count / 2
        while low < high {
            let middle = (low + high) / 2
            if value < bounds[2 * middle] {
                high = middle
            } else if value > bounds[2 * middle + 1] {
                low = middle + 1
            } else {
                return true
            }
        }
        return false
    }
}
