import ColumnModel
import ColumnStore
import Testing

@testable import FeedSync

@Suite struct FetchPolicyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var hours: [Int] = []
        var days: [Int] = []
        let moment: Int64
        let isSkipped: Bool
    }

    /// Monday 2026-11-30, 10:30 UTC.
    private static let monday: Int64 = 1_796_034_600

    @Test(arguments: [
        Case(testDescription: "nothing is skipped", moment: monday, isSkipped: false),
        Case(testDescription: "this hour", hours: [10], moment: monday, isSkipped: true),
        Case(testDescription: "another hour", hours: [9, 11], moment: monday, isSkipped: false),
        Case(testDescription: "Monday", days: [1], moment: monday, isSkipped: true),
        Case(testDescription: "Sunday", days: [0], moment: monday, isSkipped: false),
        Case(
            testDescription: "Sunday on Sunday", days: [0], moment: monday - 86_400, isSkipped: true
        ),
        Case(
            testDescription: "every hour is a mistake", hours: Array(0..<24), moment: monday,
            isSkipped: false),
        Case(
            testDescription: "every day is a mistake", days: Array(0..<7), moment: monday,
            isSkipped: false),
        Case(testDescription: "before 1970, a Wednesday", days: [3], moment: -1, isSkipped: true),
    ])
    func skips(_ example: Case) {
        var state = FeedState()
        state.skippedHours = example.hours.reduce(0) { $0 | 1 << Int64($1) }
        state.skippedDays = example.days.reduce(0) { $0 | 1 << Int64($1) }
        let moment = Timestamp(secondsSince1970: example.moment)
        #expect(FetchPolicy.isSkipped(state, at: moment) == example.isSkipped)
    }

    @Test func aClockThatWentBackSilencesNoFeed() {
        var state = FeedState()
        state.succeeded = Timestamp(secondsSince1970: 2_000_000)
        state.refreshInterval = .seconds(3_600)
        let before = Timestamp(secondsSince1970: 1_000_000)
        #expect(FetchPolicy.waitEnd(for: state, at: before) == nil)
    }

    @Test func noIntervalIsLongerThanADay() {
        var state = FeedState()
        state.succeeded = Timestamp(secondsSince1970: 0)
        state.refreshInterval = .seconds(90 * 86_400)
        let after = Timestamp(secondsSince1970: 86_401)
        #expect(FetchPolicy.waitEnd(for: state, at: after) == nil)
    }
}
