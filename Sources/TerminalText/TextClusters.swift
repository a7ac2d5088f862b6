/// The user-perceived characters of a text with their widths.
public struct TextClusters: Sequence {
    /// One of them.
    public struct Element {
        /// Where it stands.
        public let range: Range<String.Index>
        /// Its first scalar.
        public let lead: UInt32
        /// The cells it takes.
        public let width: Int
    }

    /// Goes through them in order.
    public struct Iterator: IteratorProtocol {
        private let text: String
        private var index: String.Index

        init(_ text: String) {
            self.text = text
            index = text.startIndex
        }

        /// The next one; nil at the end.
        public mutating func next() -> Element? {
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

    /// The characters of a text.
    public init(_ text: String) {
        self.text = text
    }

    /// Begins at the first one.
    public func makeIterator() -> Iterator {
        Iterator(text)
    }
}
