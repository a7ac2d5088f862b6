internal import TerminalText

/// A paragraph as one string with the styles of its parts.
struct StyledText {
    private struct Span {
        let range: Range<Int>
        let style: TextStyle
    }

    private(set) var text = ""
    private var spans: [Span] = []

    mutating func append(_ piece: String, _ style: TextStyle = []) {
        let start = text.utf8.count
        text += piece
        if !style.isEmpty, !piece.isEmpty {
            spans.append(Span(range: start..<text.utf8.count, style: style))
        }
    }

    /// The lines of a width, with escape sequences if there are styles.
    func lines(_ wrapper: LineWrapper) -> [String] {
        let ranges = wrapper.ranges(in: text)
        guard !spans.isEmpty else { return ranges.map { String(text[$0]) } }
        var first = 0
        return ranges.map { styled($0, &first) }
    }

    /// One line; `first` is the first span that may reach into it.
    private func styled(_ range: Range<String.Index>, _ first: inout Int) -> String {
        let utf8 = text.utf8
        let low = utf8.distance(from: text.startIndex, to: range.lowerBound)
        let high = utf8.distance(from: text.startIndex, to: range.upperBound)
        while first < spans.count, spans[first].range.upperBound <= low {
            first += 1
        }
        var line = ""
        var place = low
        var index = first
        func slice(_ part: Range<Int>) -> String {
            let start = utf8.index(text.startIndex, offsetBy: part.lowerBound)
            return String(text[start..<utf8.index(start, offsetBy: part.count)])
        }
        while index < spans.count, spans[index].range.lowerBound < high {
            let part = spans[index].range.clamped(to: low..<high)
            line += slice(place..<part.lowerBound)
            line += spans[index].style.apply(to: slice(part))
            place = part.upperBound
            index += 1
        }
        return line + slice(place..<high)
    }
}
