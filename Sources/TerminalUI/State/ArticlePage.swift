/// A text set in lines, with what can be chosen in it.
struct ArticlePage: Equatable, Sendable {
    /// A time that the text names.
    struct Stamp: Equatable, Sendable {
        /// Its line.
        var line: Int
        /// Its cells.
        var cells: Range<Int>
        /// The place in the sound.
        var time: Duration
    }

    /// When a paragraph is spoken.
    struct Spoken: Equatable, Sendable {
        /// Its first line.
        var line: Int
        /// When it begins, perhaps guessed from the lengths of the paragraphs.
        var time: Duration
    }

    /// Its lines.
    var lines: [StyledText] = []
    /// The lines at which its paragraphs begin.
    var starts: [Int] = []
    /// The times that it names, in order.
    var stamps: [Stamp] = []
    /// The lines at which paragraphs begin that are spoken at a known time, with that.
    var spoken: [Spoken] = []
    /// The cover at the right of its first lines.
    var cover: Cover?
    /// The line at which reading goes on.
    var place = 0

    /// The paragraph that a line belongs to.
    func paragraph(atLine line: Int) -> Int {
        max(0, (starts.lastIndex { $0 <= line } ?? 0))
    }
}
