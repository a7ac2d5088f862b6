import SQLiteKit

/// Cuts the piece out of a text that shows best what was found in it.
struct SnippetMaker {
    /// How many characters a snippet has at most, without its dots.
    private static let length = 160
    /// How many of them may stand before the first mark.
    private static let lead = 40

    let matcher: TextMatcher

    /// A whole text on one line with its marks.
    func whole(_ text: String) -> MarkedText {
        let line = Self.line(text)
        return Self.marked(line, matcher.ranges(in: line))
    }

    /// The piece with the most different words; nil where none stands in the text.
    func snippet(of text: String) -> MarkedText? {
        let line = Self.line(text)
        let ranges = matcher.ranges(in: line)
        guard !ranges.isEmpty else { return nil }
        let bytes = Array(line.utf8)
        // The densest window; of equal ones the first.
        var best = (start: 0, count: 0)
        var end = 0
        for start in ranges.indices {
            while end < ranges.count,
                ranges[end].upperBound - ranges[start].lowerBound <= Self.length
            {
                end += 1
            }
            if end - start > best.count { best = (start, end - start) }
        }
        let first = ranges[best.start].lowerBound
        var lower = Self.wordStart(in: bytes, from: max(0, first - Self.lead), to: first)
        if first <= Self.lead { lower = 0 }
        let upper = Self.wordEnd(
            in: bytes, from: min(bytes.count, lower + Self.length),
            to: ranges[best.start].upperBound)
        let piece = String(decoding: bytes[lower..<upper], as: UTF8.self)
        let inside = ranges.filter { $0.lowerBound >= lower && $0.upperBound <= upper }
        let head = lower > 0 ? "…" : ""
        let shift = head.utf8.count - lower
        return Self.marked(
            head + piece + (upper < bytes.count ? "…" : ""),
            inside.map { ($0.lowerBound + shift)..<($0.upperBound + shift) })
    }

    /// A text with all white space as single blanks.
    private static func line(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    private static func wordStart(in bytes: [UInt8], from: Int, to limit: Int) -> Int {
        if let blank = bytes[from..<limit].firstIndex(of: 0x20) { return blank + 1 }
        var position = from
        while position < limit, bytes[position] & 0xC0 == 0x80 { position += 1 }
        return position
    }

    private static func wordEnd(in bytes: [UInt8], from: Int, to limit: Int) -> Int {
        guard from < bytes.count else { return bytes.count }
        guard from > limit else { return limit }
        if let blank = bytes[limit..<from].lastIndex(of: 0x20) { return blank }
        var position = from
        while position > limit, bytes[position] & 0xC0 == 0x80 { position -= 1 }
        return position
    }

    /// Offsets into UTF-8 as offsets into scalars.
    private static func marked(_ text: String, _ ranges: [Range<Int>]) -> MarkedText {
        let bytes = Array(text.utf8)
        var (position, count) = (0, 0)
        func scalars(upTo end: Int) -> Int {
            while position < min(end, bytes.count) {
                if bytes[position] & 0xC0 != 0x80 { count += 1 }
                position += 1
            }
            return count
        }
        return MarkedText(
            text: text,
            marks: ranges.map { range in
                let lower = scalars(upTo: range.lowerBound)
                return lower..<scalars(upTo: range.upperBound)
            })
    }
}
