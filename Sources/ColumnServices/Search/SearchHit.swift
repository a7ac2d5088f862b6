public import ColumnModel

/// A piece of text with the places of what was looked for.
public struct MarkedText: Sendable, Equatable {
    /// The text, on one line.
    public let text: String
    /// Where the words stand, as offsets into its Unicode scalars (code points).
    public let marks: [Range<Int>]

    /// The text in pieces, marked ones and others in turn.
    public var pieces: [(text: String, isMarked: Bool)] {
        let scalars = Array(text.unicodeScalars)
        var pieces: [(String, Bool)] = []
        var position = 0
        func add(_ range: Range<Int>, _ isMarked: Bool) {
            guard !range.isEmpty else { return }
            var piece = String.UnicodeScalarView()
            piece.append(contentsOf: scalars[range])
            pieces.append((String(piece), isMarked))
        }
        for mark in marks where mark.lowerBound >= position && mark.upperBound <= scalars.count {
            add(position..<mark.lowerBound, false)
            add(mark, true)
            position = mark.upperBound
        }
        add(position..<scalars.count, false)
        return pieces
    }
}

/// An episode that a search found.
public struct SearchHit: Sendable, Equatable {
    /// Where the words of a snippet stand.
    public enum Field: String, Sendable {
        /// The short text about the episode.
        case notes
        /// The article.
        case article
        /// What is said in it.
        case transcript
    }

    /// The episode.
    public let episode: Episode
    /// Its title with what was found in it.
    public let title: MarkedText
    /// A piece of its text with what was found in it; nil where only the title has it.
    public let snippet: MarkedText?
    /// Where the snippet comes from.
    public let field: Field?
}

/// What a search found.
public struct SearchResult: Sendable, Equatable {
    /// The episodes, the best first.
    public let hits: [SearchHit]
    /// Whether there are more than were asked for.
    public let hasMore: Bool
    /// Whether no episode had the words as they stand, and such as begin with them were taken.
    public let isBroadened: Bool
}
