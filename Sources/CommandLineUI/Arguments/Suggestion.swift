/// The nearest words to one with a slip of the finger.
enum Suggestion {
    /// Up to three known words that a slip, a swap or a beginning away, nearest first.
    static func words(like word: String, among known: [String]) -> [String] {
        let word = word.lowercased()
        let limit = word.count <= 3 ? 1 : 2
        let near = known.compactMap { candidate -> (String, Int)? in
            if word.count >= 2, candidate.hasPrefix(word) { return (candidate, 0) }
            let distance = distance(Array(word), Array(candidate))
            return distance <= limit ? (candidate, distance) : nil
        }
        return near.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3).map(\.0)
    }

    /// Insertions, removals, replacements and swaps of neighbours between two words.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(
                    last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[right.count]
    }
}
