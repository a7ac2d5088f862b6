import CSQLite

/// Finds the words of a query in a text as the full-text index finds them, to show where they stand.
public struct TextMatcher: Sendable {
    private struct Token {
        let bytes: [UInt8]
        let range: Range<Int>
    }

    private let terms: [(tokens: [[UInt8]], isPrefix: Bool)]

    /// Makes a matcher of words or phrases; of a prefix the last word may go on.
    public init(_ terms: [(text: String, isPrefix: Bool)]) {
        self.terms = terms.map { term in
            (Self.tokens(of: term.text, isQuery: true).map(\.bytes), term.isPrefix)
        }.filter { !$0.tokens.isEmpty }
    }

    /// Where the words stand, as ascending offsets into the text's UTF-8; none overlap.
    public func ranges(in text: String) -> [Range<Int>] {
        guard !terms.isEmpty else { return [] }
        let tokens = Self.tokens(of: text, isQuery: false)
        var ranges: [Range<Int>] = []
        for start in tokens.indices {
            for term in terms {
                guard let end = end(of: term, in: tokens, at: start) else { continue }
                let lower = tokens[start].range.lowerBound
                if let last = ranges.last, lower < last.upperBound {
                    ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
                } else {
                    ranges.append(lower..<end)
                }
            }
        }
        return ranges
    }

    /// Where a match that begins at a token ends; nil where there is none.
    private func end(
        of term: (tokens: [[UInt8]], isPrefix: Bool), in tokens: [Token], at start: Int
    ) -> Int? {
        let last = start + term.tokens.count - 1
        guard last < tokens.count else { return nil }
        for (offset, wanted) in term.tokens.enumerated() {
            let found = tokens[start + offset].bytes
            if found == wanted { continue }
            guard term.isPrefix, start + offset == last, found.starts(with: wanted) else {
                return nil
            }
            // Of a pair of ideographs only the wanted one is meant.
            if (wanted.first ?? 0) >= 0xE2 { return tokens[last].range.lowerBound + wanted.count }
        }
        return tokens[last].range.upperBound
    }

    private static func tokens(of text: String, isQuery: Bool) -> [Token] {
        var text = text
        var tokens: [Token] = []
        text.withUTF8 { bytes in
            _ = TextTokenizer.scan(bytes, isQuery: isQuery) { token, count, start, end in
                tokens.append(
                    Token(
                        bytes: Array(UnsafeBufferPointer(start: token, count: count)),
                        range: start..<end))
                return SQLITE_OK
            }
        }
        return tokens
    }
}
