/// The user-perceived characters of a text with their widths.
struct TextClusters: Sequence {
    /// One of them.
    struct Element {
        /// Where it stands.
        let range: Range<String.Index>
        /// Its first scalar.
        let lead: UInt32
        /// The cells it takes.
        let width: Int
    }

    struct Iterator: IteratorProtocol {
        private let text: String
        private var index: String.Index

        init(_ text: String) {
            self.text = text
            index = text.startIndex
        }

        mutating func next() -> Element? {
            guard index < text.endIndex else { return nil }
            let start = index
            let scalars = text.unicodeScalars
            let lead = scalars[start].value
            let after = scalars.index(after: start)
            if let width = TextWidth.simple(lead),
                after == text.endIndex || TextWidth.simple(scalars[after].value) != nil
            {
                index = after
                return Element(range: start..<after, lead: lead, width: width)
            }
            index = text.index(after: start)
            return Element(range: start..<index, lead: lead, width: TextWidth.of(text[start]))
        }
    }

    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func makeIterator() -> Iterator {
        Iterator(text)
    }
}
