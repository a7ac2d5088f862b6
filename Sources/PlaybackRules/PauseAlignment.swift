/// Gives pauses in the sound to the borders of paragraphs between two known places.
///
/// A shortest path over pairs of a border and a pause, in the order of both: its cost is how far the
/// time between two pairs is from what the letters between them take, less what a long pause is worth.
struct PauseAlignment {
    /// Shorter ones are breath.
    private static let shortest = Duration.milliseconds(300)
    /// What a border without a pause costs.
    private static let skipCost = 2.0
    /// What the longest pause of all is worth.
    private static let worth = 4.0
    /// So many borders in a row may have no pause.
    private static let maximumSkips = 12
    /// Of so many pauses the longest are looked at.
    private static let maximumPauses = 3_000
    /// A reader's speed differs by so much from one paragraph to the next.
    private static let spread = 0.1

    private let borders: [Int]
    private let before: ReadAlongMap.Anchor
    private let after: ReadAlongMap.Anchor
    private let reach: Duration

    /// - Parameter borders: the letters before each border, ascending.
    init(
        borders: [Int], from before: ReadAlongMap.Anchor, to after: ReadAlongMap.Anchor,
        reach: Duration
    ) {
        self.borders = borders
        self.before = before
        self.after = after
        self.reach = reach
    }

    private struct Pair {
        let border: Int
        let letters: Double
        let time: Double
        var cost: Double
        var previous: Int?
    }

    /// The places that the pauses make known.
    func anchors(_ silences: [Range<Duration>]) -> [ReadAlongMap.Anchor] {
        guard !borders.isEmpty, after.letters > before.letters, after.time > before.time else {
            return []
        }
        let pauses = ranked(silences)
        guard !pauses.isEmpty else { return [] }
        let begin = Self.seconds(before.time)
        let length = Self.seconds(after.time) - begin
        let total = Double(after.letters - before.letters)
        let rate = length / total
        var pairs = [Pair(border: -1, letters: 0, time: begin, cost: 0, previous: nil)]
        // Where the pairs of each border begin; the first are those of the known place.
        var firsts = [0, 1]
        for (index, border) in borders.enumerated() {
            let letters = Double(border - before.letters)
            let expected = begin + letters * rate
            let limit = limit(at: letters * rate, of: length)
            for pause in pauses[range(of: pauses, around: expected, limit)] {
                let from = firsts[max(0, firsts.count - 2 - Self.maximumSkips)]
                guard
                    var pair = best(
                        border: index, letters, pause.end, after: pairs[from..<firsts[index + 1]],
                        rate)
                else { continue }
                pair.cost -= pause.worth
                pairs.append(pair)
            }
            firsts.append(pairs.count)
        }
        // The way ends at the other known place.
        let from = firsts[max(0, firsts.count - 2 - Self.maximumSkips)]
        guard
            let last = best(
                border: borders.count, total, begin + length, after: pairs[from...], rate)
        else { return [] }
        var anchors: [ReadAlongMap.Anchor] = []
        var place = last.previous
        while let index = place, pairs[index].border >= 0 {
            anchors.append(
                .init(
                    letters: borders[pairs[index].border],
                    time: .milliseconds((pairs[index].time * 1_000).rounded())))
            place = pairs[index].previous
        }
        return anchors.reversed()
    }

    /// The cheapest way to a pair; nil where none leads there.
    private func best(
        border: Int, _ letters: Double, _ time: Double, after pairs: ArraySlice<Pair>,
        _ rate: Double
    ) -> Pair? {
        var found: Pair?
        for index in pairs.indices {
            let previous = pairs[index]
            let span = time - previous.time
            let expected = (letters - previous.letters) * rate
            // Nobody reads half or twice as fast all of a sudden.
            guard previous.border < border, span > expected * 0.5 - 1, span < expected * 2 + 1,
                span > 0
            else { continue }
            let off = (span - expected) / (Self.spread * expected + 0.5)
            let skips = Double(border - previous.border - 1)
            let cost = previous.cost + off * off + skips * Self.skipCost
            if cost < found?.cost ?? .infinity {
                found = Pair(
                    border: border, letters: letters, time: time, cost: cost, previous: index)
            }
        }
        return found
    }

    /// The ends of the pauses by time, each with its worth: by the rank of its length.
    private func ranked(_ silences: [Range<Duration>]) -> [(end: Double, worth: Double)] {
        let inside = silences.filter {
            $0.upperBound > before.time && $0.upperBound < after.time
                && $0.upperBound - $0.lowerBound >= Self.shortest
        }
        let byLength = inside.sorted { Self.length($0) > Self.length($1) }
            .prefix(Self.maximumPauses)
        // As many as there are borders can be borders; what is shorter is worth little.
        let count = Double(borders.count)
        return byLength.enumerated().map { rank, silence in
            let share = Double(rank) / count
            let worth = share < 1 ? Self.worth * (1 - 0.25 * share) : Self.worth * 0.5 / share
            return (Self.seconds(silence.upperBound), worth)
        }.sorted { $0.end < $1.end }
    }

    /// How far from its expected time a border is looked for.
    private func limit(at place: Double, of length: Double) -> Double {
        let near = Self.seconds(reach)
        return min(near * 12, max(near, 0.2 * min(place, length - place)))
    }

    private func range(
        of pauses: [(end: Double, worth: Double)], around time: Double, _ limit: Double
    ) -> Range<Int> {
        func first(from wanted: Double) -> Int {
            var (low, high) = (0, pauses.count)
            while low < high {
                let middle = (low + high) / 2
                if pauses[middle].end < wanted { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let low = first(from: time - limit)
        return low..<max(low, first(from: time + limit))
    }

    private static func length(_ silence: Range<Duration>) -> Duration {
        silence.upperBound - silence.lowerBound
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }
}
