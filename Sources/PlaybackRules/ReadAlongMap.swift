/// Which paragraph of an article is heard at a second, where no transcript says it.
///
/// Speech goes on evenly by the letter between anchors: the beginning, the end, and places that are
/// known better. The length of silences corrects it: readers stop between paragraphs.
public struct ReadAlongMap: Sendable, Hashable {
    /// A place that is known: so many letters of the text are spoken at a media time.
    public struct Anchor: Sendable, Hashable {
        /// Letters before it.
        public let letters: Int
        /// The media time.
        public let time: Duration

        /// Makes an anchor.
        public init(letters: Int, time: Duration) {
            self.letters = letters
            self.time = time
        }
    }

    /// Where each paragraph begins, in letters; one more for the end.
    private let starts: [Int]
    private var anchors: [Anchor]

    /// Makes a map of paragraphs by their lengths in letters over the length of the sound.
    ///
    /// - Parameter speech: where in the sound the text is read; music before and after it has none.
    public init(lengths: [Int], speech: Range<Duration>) {
        var starts = [0]
        for length in lengths { starts.append(starts[starts.count - 1] + max(length, 1)) }
        self.starts = starts
        anchors = [
            Anchor(letters: 0, time: speech.lowerBound),
            Anchor(letters: starts[starts.count - 1], time: speech.upperBound),
        ]
    }

    /// How many paragraphs there are.
    public var count: Int { starts.count - 1 }

    // MARK: - From one to the other

    /// When a paragraph begins.
    public func time(ofParagraph index: Int) -> Duration {
        guard count > 0 else { return anchors[0].time }
        return time(ofLetters: starts[min(max(index, 0), count)])
    }

    /// Which paragraph is heard; nil before the first one, after the last, and without any.
    public func paragraph(at time: Duration) -> Int? {
        guard let first = anchors.first, let last = anchors.last, count > 0, time >= first.time,
            time < last.time
        else { return nil }
        let letters = letters(at: time)
        // The last one that has begun.
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if Double(starts[middle]) <= letters + 1e-6 { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func time(ofLetters letters: Int) -> Duration {
        let upper = anchors.firstIndex { $0.letters >= letters } ?? anchors.count - 1
        guard upper > 0 else { return anchors[0].time }
        let (before, after) = (anchors[upper - 1], anchors[upper])
        guard after.letters > before.letters else { return after.time }
        let share =
            Double(letters - before.letters) / Double(after.letters - before.letters)
        return before.time + (after.time - before.time) * share
    }

    private func letters(at time: Duration) -> Double {
        let upper = anchors.firstIndex { $0.time > time } ?? anchors.count - 1
        guard upper > 0 else { return 0 }
        let (before, after) = (anchors[upper - 1], anchors[upper])
        guard after.time > before.time else { return Double(after.letters) }
        let share = (time - before.time) / (after.time - before.time)
        return Double(before.letters) + Double(after.letters - before.letters) * share
    }

    // MARK: - Correcting it

    /// Takes a beginning of a paragraph that is known, as from a time in the text.
    ///
    /// One that would turn the order of the text around is left out.
    public mutating func fix(paragraph index: Int, at time: Duration) {
        guard (0...count).contains(index) else { return }
        insert(Anchor(letters: starts[index], time: time))
    }

    /// Takes silences: beginnings of paragraphs go to the ends of those that suit them best.
    ///
    /// Readers stop longer between paragraphs than between sentences, and their speed changes little
    /// from one paragraph to the next: of all ways to give silences to beginnings, in order, the one
    /// is taken that is best in both (`PauseAlignment`). Places that are known already stay.
    ///
    /// - Parameter reach: how far a beginning may be moved, near the places that are known; up to
    ///   twelve times as far in the midst of long stretches without any.
    public mutating func correct(
        by silences: [Range<Duration>], reach: Duration = .seconds(15)
    ) {
        guard count > 1 else { return }
        let known = anchors
        for (before, after) in zip(known, known.dropFirst()) {
            let borders = starts.indices.filter {
                starts[$0] > before.letters && starts[$0] < after.letters
            }
            let alignment = PauseAlignment(
                borders: borders.map { starts[$0] }, from: before, to: after, reach: reach)
            for anchor in alignment.anchors(silences) { insert(anchor) }
        }
    }

    /// Keeps the anchors in the order of both text and time.
    @discardableResult
    private mutating func insert(_ anchor: Anchor) -> Bool {
        let place = anchors.firstIndex { $0.letters >= anchor.letters } ?? anchors.count
        let isKnown = place < anchors.count && anchors[place].letters == anchor.letters
        let after = isKnown ? place + 1 : place
        guard place == 0 || anchors[place - 1].time < anchor.time,
            after >= anchors.count || anchor.time < anchors[after].time
        else { return false }
        if isKnown { anchors[place] = anchor } else { anchors.insert(anchor, at: place) }
        return true
    }
}
