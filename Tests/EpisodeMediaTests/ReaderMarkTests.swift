import Testing

@testable import EpisodeMedia

/// When a reader must be told that what it has read is another version's.
@Suite struct ReaderMarkTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let mark: ReaderMark
        let givenUp: [Int64]
        let isOutdated: Bool
        var testDescription: String { name }
    }

    private static let cases = [
        Case(name: "nothing read", mark: ReaderMark(), givenUp: [0], isOutdated: false),
        Case(
            name: "nothing given up", mark: ReaderMark(generation: 0, end: 10), givenUp: [],
            isOutdated: false),
        Case(
            name: "what was read is gone", mark: ReaderMark(generation: 0, end: 10),
            givenUp: [9], isOutdated: true),
        Case(
            name: "only what follows is gone", mark: ReaderMark(generation: 0, end: 10),
            givenUp: [10], isOutdated: false),
        Case(
            name: "gone before it read", mark: ReaderMark(generation: 1, end: 10),
            givenUp: [0], isOutdated: false),
        Case(
            name: "gone between other losses", mark: ReaderMark(generation: 1, end: 10),
            givenUp: [0, 20, 3, 30], isOutdated: true),
    ]

    @Test(arguments: cases)
    func tellsWhatWasLost(_ test: Case) {
        var state = MediaFile.State()
        state.givenUp = test.givenUp
        #expect(state.isOutdated(test.mark) == test.isOutdated)
    }
}
