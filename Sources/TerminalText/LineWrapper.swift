/// Breaks text into lines of a terminal's width: at blanks, between ideographs, after hyphens.
public struct LineWrapper: Sendable {
    private let width: Int
    private let firstWidth: Int

    /// Makes a wrapper for lines of at most `width` cells; the first may have another width.
    public init(width: Int, firstWidth: Int? = nil) {
        self.width = max(1, width)
        self.firstWidth = max(1, firstWidth ?? width)
    }

    /// The lines of a text; every `\n` in it ends a line too.
    public func wrap(_ text: String) -> [String] {
        ranges(in: text).map { String(text[$0]) }
    }

    /// Where the lines of a text stand in it, without the blanks at which they were broken.
    ///
    /// A character wider than the line stands alone on it; an over-long word is cut.
    public func ranges(in text: String) -> [Range<String.Index>] {
        var line = Line(start: text.startIndex, limit: firstWidth)
        var lines: [Range<String.Index>] = []
        var previous: TextClusters.Element?
        var earlier: TextClusters.Element?
        for cluster in TextClusters(text) {
            defer {
                earlier = previous
                previous = cluster
            }
            if Self.isLineEnd(cluster.lead) {
                lines.append(line.start..<line.contentEnd)
                line = Line(start: cluster.range.upperBound, limit: width)
                continue
            }
            if BreakRules.isBlank(cluster.lead) {
                line.addBlank(cluster)
                continue
            }
            if let previous {
                let isBlank = BreakRules.isBlank(previous.lead)
                if isBlank
                    || BreakRules.canBreak(after: previous, before: cluster, earlier: earlier)
                {
                    line.allowBreak(before: cluster)
                }
            }
            while line.width + cluster.width > line.limit, let end = line.cut(before: cluster) {
                lines.append(line.start..<end)
                line.restart(limit: width)
            }
            line.add(cluster)
        }
        lines.append(line.start..<line.contentEnd)
        return lines
    }

    /// A word without blanks in pieces between which a line may end, as its ideographs allow; nearly
    /// always the word itself.
    public static func pieces(of word: Substring) -> [String] {
        let word = String(word)
        guard word.utf8.contains(where: { $0 >= 0xE2 }) else { return [word] }
        var pieces: [String] = []
        var start = word.startIndex
        var previous: TextClusters.Element?
        for cluster in TextClusters(word) {
            if let previous, previous.width == 2 || cluster.width == 2,
                BreakRules.canBreak(after: previous, before: cluster, earlier: nil)
            {
                pieces.append(String(word[start..<cluster.range.lowerBound]))
                start = cluster.range.lowerBound
            }
            previous = cluster
        }
        return pieces + [String(word[start...])]
    }

    /// The pieces of one line that each fill the width, without regard to words or blanks.
    public func cut(_ line: String) -> [String] {
        guard TextWidth.of(line) > width else { return [line] }
        var pieces: [String] = []
        var start = line.startIndex
        var taken = 0
        for cluster in TextClusters(line) {
            if taken + cluster.width > width, taken > 0 {
                pieces.append(String(line[start..<cluster.range.lowerBound]))
                start = cluster.range.lowerBound
                taken = 0
            }
            taken += cluster.width
        }
        return pieces + [String(line[start...])]
    }

    private static func isLineEnd(_ lead: UInt32) -> Bool {
        lead == 0x0A || lead == 0x0D || lead == 0x2028 || lead == 0x2029
    }
}

/// The line that is being filled.
private struct Line {
    /// A place where it may end.
    private struct Break {
        let end: String.Index
        let next: String.Index
        /// The width of all before `next`.
        let width: Int
    }

    private(set) var start: String.Index
    /// Where its text without blanks at the end ends.
    private(set) var contentEnd: String.Index
    private(set) var limit: Int
    /// Of all in it, blanks at the end too.
    private(set) var width = 0
    private var lastBreak: Break?
    private var cutPlace: Break?

    init(start: String.Index, limit: Int) {
        self.start = start
        contentEnd = start
        self.limit = limit
    }

    mutating func add(_ cluster: TextClusters.Element) {
        width += cluster.width
        contentEnd = cluster.range.upperBound
    }

    mutating func addBlank(_ cluster: TextClusters.Element) {
        width += cluster.width
        // An indentation that takes more than half of the line is dropped.
        if contentEnd == start, width > limit / 2 {
            start = cluster.range.upperBound
            contentEnd = start
            width = 0
        }
    }

    mutating func allowBreak(before cluster: TextClusters.Element) {
        // A line of blanks only would be no line.
        guard contentEnd > start else { return }
        lastBreak = Break(end: contentEnd, next: cluster.range.lowerBound, width: width)
    }

    /// Chooses where to end the line because a character does not fit; nil if it must take it.
    mutating func cut(before cluster: TextClusters.Element) -> String.Index? {
        if lastBreak == nil, contentEnd > start {
            lastBreak = Break(end: contentEnd, next: cluster.range.lowerBound, width: width)
        }
        cutPlace = lastBreak
        return lastBreak?.end
    }

    /// Goes on behind the place that `cut` chose.
    mutating func restart(limit: Int) {
        guard let place = cutPlace else { return }
        start = place.next
        width -= place.width
        contentEnd = max(contentEnd, start)
        self.limit = limit
        lastBreak = nil
        cutPlace = nil
    }
}
