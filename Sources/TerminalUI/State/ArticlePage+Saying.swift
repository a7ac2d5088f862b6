extension ArticlePage {
    /// So much of a paragraph's two ends is compared: within it the page may have numbers of links.
    private static let compared = 24

    /// The lines of a paragraph, which may be wrapped here; nil where it is not found.
    ///
    /// - Parameter first: the line from which it is looked for.
    func lines(saying text: String, from first: Int = 0) -> Range<Int>? {
        let wanted = Self.letters(text)
        guard !wanted.isEmpty, first < lines.count else { return nil }
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for line in lines[first...] {
            bytes += Self.letters(line.plain)
            ends.append(bytes.count)
        }
        let line = { (offset: Int) in first + (ends.firstIndex { $0 > offset } ?? ends.count - 1) }
        guard let head = bytes.firstRange(of: wanted.prefix(Self.compared)) else { return nil }
        // The page adds little, so the other end is near.
        let limit = min(bytes.count, head.lowerBound + wanted.count + 120)
        let rest = bytes[head.lowerBound..<limit]
        let tail = rest.firstRange(of: wanted.suffix(Self.compared))
        let last = max(head.upperBound, tail?.upperBound ?? head.upperBound) - 1
        return line(head.lowerBound)..<line(last) + 1
    }

    /// A text without blanks, which differ with the width.
    private static func letters(_ text: String) -> [UInt8] {
        text.utf8.filter { $0 > 0x20 }
    }
}
