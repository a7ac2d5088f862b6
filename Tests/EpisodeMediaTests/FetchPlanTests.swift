import ColumnModel
import ColumnStore
import Testing

@testable import EpisodeMedia

/// What is asked for next, and what may be promised of it.
@Suite struct FetchPlanTests {
    private static let size: Int64 = 260_000

    private func plan(held: [Range<Int64>], ofPrimary own: [Range<Int64>], wanted: Int64 = 0)
        -> FetchPlan?
    {
        var primary = Rendition(url: "http://a/", effectiveURL: "http://a/")
        primary.ranges = ByteRangeSet(own)
        primary.total = Self.size
        return FetchPlan(
            primary: primary, union: ByteRangeSet(held), wanted: wanted, feedURL: "http://a/",
            memory: FetchMemory())
    }

    @Test func whatFollowsTheLastByteIsAppended() {
        let plan = plan(held: [0..<100_000], ofPrimary: [0..<100_000])
        #expect(plan?.hole == 100_000)
        #expect(plan?.isAppending == true)
    }

    /// After a kill a promised tail makes all bytes behind the record those of one version; here
    /// they are an older version's.
    @Test func aHoleBeforeBytesOfAnotherVersionIsNoTail() {
        let plan = plan(held: [0..<Self.size], ofPrimary: [0..<100_000])
        #expect(plan?.hole == 100_000)
        #expect(plan?.isAppending == false)
    }

    @Test func aHoleBetweenRunsIsNoTail() {
        let plan = plan(
            held: [0..<100_000, 150_000..<Self.size], ofPrimary: [0..<100_000])
        #expect(plan?.hole == 100_000)
        #expect(plan?.isAppending == false)
    }
}
