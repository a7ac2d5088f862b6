import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia
import TestSupport
import Testing

/// The rules, each alone and together; the store gives what they judge.
@Suite struct CleanPlanTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: [Int]
        let change: @Sendable (inout CleanRules) -> Void

        init(
            _ name: String, _ expected: [Int],
            change: @escaping @Sendable (inout CleanRules) -> Void
        ) {
            testDescription = name
            self.expected = expected
            self.change = change
        }
    }

    /// Six downloads of 120,000 bytes, the oldest first; number 1 is played, number 2 liked.
    @Test(arguments: [
        Rule("played only", [1]) { _ in },
        Rule("nothing", []) { $0.removesPlayed = false },
        Rule("newest two", [0, 1, 3]) {
            $0.removesPlayed = false
            $0.newestPerColumn = 2
        },
        Rule("budget of four", [0, 1]) { $0.budget = ByteCount(bytes: 480_000) },
        Rule("budget of four, played stays", [0, 1]) {
            $0.removesPlayed = false
            $0.budget = ByteCount(bytes: 480_000)
        },
        Rule("budget that is kept", [1]) { $0.budget = ByteCount(bytes: 720_000) },
        Rule("older than a day", [0, 1, 3, 4, 5]) { $0.maximumAge = .seconds(86_400) },
    ])
    func rules(_ rule: Rule) async throws {
        let harness = try DownloadHarness()
        let ids = try await harness.addGoodEpisodes(6)
        _ = await harness.run(ids)
        try await harness.store.mark([ids[1]], played: true, by: .user, cause: "test")
        try await harness.store.like([ids[2]], true)
        var rules = CleanRules()
        rule.change(&rules)
        let stored = try await harness.store.storedMedia()
        let plan = CleanPlan(
            for: stored, rules: rules, at: Timestamp.current() + Duration.seconds(2 * 86_400))
        #expect(plan.items.map(\.media.episode) == rule.expected.map { ids[$0] })
        #expect(plan.bytesBefore == 720_000)
        #expect(plan.bytesOverBudget == 0)
    }
}
