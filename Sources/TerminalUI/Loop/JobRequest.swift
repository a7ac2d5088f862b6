/// What is asked of the syncs, or of the downloads.
struct JobRequest: Equatable, Sendable {
    /// The numbers of episodes, or of columns.
    var numbers: [Int64] = []
    /// Whether all columns are meant.
    var isOfAll = false
    /// How many intents it answers.
    var intents = 1

    /// Whether what another asks for is in this one.
    func covers(_ other: JobRequest) -> Bool {
        isOfAll || (!other.isOfAll && other.numbers.allSatisfy { numbers.contains($0) })
    }

    /// Adds what another asks for.
    mutating func add(_ other: JobRequest) {
        numbers += other.numbers.filter { !numbers.contains($0) }
        isOfAll = isOfAll || other.isOfAll
        intents += other.intents
    }

    /// The command that does it.
    func words(_ kind: JobState.Kind) -> [String] {
        [kind.rawValue] + (isOfAll ? [] : numbers.map { "\($0)" })
    }
}
