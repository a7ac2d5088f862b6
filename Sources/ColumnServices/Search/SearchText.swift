import ColumnModel
import ColumnStore

/// The text of a search, understood: words, "phrases", prefixes*, filters, each negated by `-`.
struct SearchText: Sendable {
    /// The words and phrases.
    private(set) var terms: [EpisodeSearch.Term] = []
    /// The conditions that need no look into the library.
    private(set) var conditions: [(condition: EpisodeSearch.Condition, isExcluded: Bool)] = []
    /// What the titles of the columns wanted contain.
    private(set) var columns: [(words: String, isExcluded: Bool)] = []

    /// Understands a text.
    ///
    /// - Parameter now: from when ages as `7d` count back.
    init(_ text: String, now: Timestamp) throws(SearchError) {
        for part in Self.parts(of: text) {
            if let filter = part.filter {
                try add(filter, part.value, isExcluded: part.isExcluded, now: now)
            } else if !part.value.isEmpty {
                terms.append(
                    EpisodeSearch.Term(
                        part.value, isPrefix: part.isPrefix, isExcluded: part.isExcluded))
            }
        }
        guard !terms.isEmpty || !conditions.isEmpty || !columns.isEmpty else { throw .empty }
    }

    private mutating func add(
        _ name: String, _ value: String, isExcluded: Bool, now: Timestamp
    ) throws(SearchError) {
        guard let filter = SearchFilter(rawValue: name) else {
            throw .unknownFilter(name, known: SearchFilter.allCases.map { "\($0.rawValue):" })
        }
        func bad(_ allowed: [String]) -> SearchError {
            .badValue(value, filter: "\(name):", allowed: allowed)
        }
        let condition: EpisodeSearch.Condition
        switch filter {
        case .column:
            guard !value.isEmpty else { throw bad(["NUMBER", "WORDS"]) }
            columns.append((value, isExcluded))
            return
        case .after, .before:
            guard let moment = Self.moment(value, now: now) else {
                throw bad(["2026-11-30", "2026-11", "2026", "7d"])
            }
            condition = filter == .after ? .after(moment) : .before(moment)
        case .has:
            guard let feature = EpisodeSearch.Feature(rawValue: value.lowercased()) else {
                throw bad(EpisodeSearch.Feature.allCases.map(\.rawValue))
            }
            condition = .has(feature)
        case .is:
            guard let status = EpisodeSearch.Status(rawValue: value.lowercased()) else {
                throw bad(EpisodeSearch.Status.allCases.map(\.rawValue))
            }
            condition = .isIn(status)
        }
        conditions.append((condition, isExcluded))
    }

    /// A day, month or year at its beginning in local time, or an age before now.
    private static func moment(_ text: String, now: Timestamp) -> Timestamp? {
        if let age = UnitText.duration(text) { return now + (.zero - age) }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), let year = parts[0] else { return nil }
        guard let month = parts.count > 1 ? parts[1] : 1, let day = parts.count > 2 ? parts[2] : 1
        else { return nil }
        return LocalDay(year: year, month: month, day: day)?.start
    }
}

extension SearchText {
    private struct Part {
        var filter: String?
        var value = ""
        var isPrefix = false
        var isExcluded = false
    }

    /// Cuts a text at blanks outside of quotes; an open quote ends with the text.
    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard !rest.isEmpty else { return parts }
            var part = Part()
            if rest.first == "-", let next = rest.dropFirst().first, !next.isWhitespace {
                part.isExcluded = true
                rest.removeFirst()
            }
            if let name = filterName(in: rest) {
                part.filter = name
                rest = rest.dropFirst(name.count + 1)
            }
            if let quote = rest.first, isQuote(quote) {
                rest.removeFirst()
                part.value = String(rest.prefix { !isQuote($0) })
                rest = rest.dropFirst(part.value.count + 1)
                part.isPrefix = rest.first == "*"
                if part.isPrefix { rest.removeFirst() }
            } else {
                part.value = String(rest.prefix { !$0.isWhitespace })
                rest = rest.dropFirst(part.value.count)
                if part.filter == nil, part.value.count > 1, part.value.last == "*" {
                    part.isPrefix = true
                    part.value.removeLast()
                }
            }
            parts.append(part)
        }
    }

    private static func isQuote(_ character: Character) -> Bool {
        character == "\"" || character == "“" || character == "”"
    }

    /// The letters before a colon; nil where it is a word, as in `12:30` and `https://…`.
    private static func filterName(in text: Substring) -> String? {
        let name = text.prefix { $0.isASCII && $0.isLetter }
        let rest = text.dropFirst(name.count)
        guard !name.isEmpty, rest.first == ":", !rest.hasPrefix("://") else { return nil }
        let isKnown = SearchFilter(rawValue: name.lowercased()) != nil
        guard isKnown || rest.dropFirst().first.map({ !$0.isWhitespace }) == true else {
            return nil
        }
        return name.lowercased()
    }
}
