import ColumnModel
import ColumnStore
import FeedSync
import Synchronization
import TestSupport
import Testing

@Suite struct FeedSynchronizerTests {
    @Test func asksWithBothValidatorsAndTakes304() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([2, 1]))
        let id = try await bench.subscribe()
        #expect(try await bench.outcome()?.added == 2)
        #expect(try await bench.outcome() == .unchanged)
        let second = try #require(bench.server.log.entries(of: "/feed").last)
        #expect(second.status == 304)
        #expect(second.request.headers["If-None-Match"] != nil)
        #expect(try await bench.store.column(id)?.title == "Column")
        #expect(try await bench.store.integrityFaults().isEmpty)
    }

    @Test func knowsAnUnchangedBodyWithoutValidators() async throws {
        let bench = try SyncBench()
        bench.server.route("/feed") { _ in Response(body: FeedText([1]).bytes) }
        _ = try await bench.subscribe()
        #expect(try await bench.outcome()?.added == 1)
        #expect(try await bench.outcome() == .unchanged)
    }

    @Test func addsWhatIsNewAndKeepsWhatLeaves() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([3, 2, 1]))
        _ = try await bench.subscribe()
        try await bench.sync()
        bench.serve(FeedText([4, 3, 2]))
        #expect(try await bench.outcome()?.added == 1)
        #expect(try await bench.titles() == (1...4).map { "Episode \($0)" })
        let first = try #require(try await bench.store.episodes(EpisodeQuery(order: .oldest)).first)
        let journal = try await bench.store.journal(of: .episode, first.id.rawValue)
        #expect(journal.map(\.change) == ["added", "left the feed"])
        bench.serve(FeedText([4, 3, 2, 1]))
        #expect(try await bench.outcome()?.added == 0)
        let again = try await bench.store.journal(of: .episode, first.id.rawValue)
        #expect(again.last?.change == "came back")
    }

    @Test func newIsByFirstSightAndABacklogIsNot() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([9, 8, 7, 6, 5]))
        _ = try await bench.subscribe()
        try await bench.sync { $0.newestCount = 2 }
        let query = EpisodeQuery(.new, order: .newest)
        #expect(try await bench.store.episodes(query).map(\.title) == ["Episode 9", "Episode 8"])
        // Back-dated, and new all the same.
        bench.serve(FeedText([9, 8, 7, 6, 5, 1]))
        try await bench.sync()
        #expect(try await bench.store.episodes(query).map(\.title).last == "Episode 1")
    }

    struct BadFeed: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let response: Response
        let code: FailureCode
        let status: Int?
    }

    @Test(arguments: [
        BadFeed(
            testDescription: "404", response: Response(status: 404, text: "gone"),
            code: .httpStatus, status: 404),
        BadFeed(
            testDescription: "500", response: Response(status: 500, text: "oops"),
            code: .httpStatus, status: 500),
        BadFeed(
            testDescription: "401", response: .loginNeeded(), code: .login, status: 401),
        BadFeed(
            testDescription: "web page",
            response: Response(status: 200, text: "<!doctype html><html><p>Hello</p></html>"),
            code: .notAFeed, status: nil),
        BadFeed(
            testDescription: "nothing", response: Response(status: 200, text: ""),
            code: .notAFeed, status: nil),
        BadFeed(
            testDescription: "redirect to a file", response: .redirect(to: "file:///etc/passwd"),
            code: .redirect, status: nil),
        BadFeed(
            testDescription: "redirect to itself", response: .redirect(to: "/bad"),
            code: .redirect, status: nil),
        BadFeed(
            testDescription: "too large",
            response: Response(body: Array(repeating: 0x20, count: 3000)), code: .tooLarge,
            status: nil),
    ])
    func oneBadFeedNeverStopsTheOthers(_ bad: BadFeed) async throws {
        let bench = try SyncBench()
        bench.server.route("/bad") { _ in bad.response }
        bench.serve(FeedText([2, 1]), at: "/good")
        let first = try await bench.subscribe("/bad")
        _ = try await bench.subscribe("/good")
        let results = try await bench.sync { $0.maximumFeedSize = ByteCount(bytes: 2_000) }
        #expect(results.first?.outcome.failure?.code == bad.code)
        #expect(results.first?.outcome.failure?.status == bad.status)
        #expect(results.last?.outcome.added == 2)
        let kept = try #require(try await bench.store.column(first)?.sync)
        #expect(kept.failure?.code == bad.code)
        #expect(kept.succeeded == nil)
    }

    @Test func aFailureRemembersWhenItLastWorked() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([1]))
        _ = try await bench.subscribe()
        try await bench.sync()
        let worked = bench.clock.timestamp
        bench.clock.advance(by: .seconds(3_600))
        bench.server.route("/feed") { _ in Response(status: 500, text: "oops") }
        guard case .failed(_, let last) = try await bench.outcome() else {
            Issue.record("did not fail")
            return
        }
        #expect(last == worked)
    }

    @Test func aPermanentMoveIsKeptAndATemporaryOneIsNot() async throws {
        for (status, isKept) in [(301, true), (308, true), (302, false), (307, false)] {
            let bench = try SyncBench()
            bench.serve(FeedText([1]), at: "/new")
            bench.server.route("/feed") { _ in .redirect(to: "/new", status: status) }
            let id = try await bench.subscribe()
            let result = try #require(try await bench.sync().first)
            #expect(result.outcome.added == 1)
            #expect((result.movedFrom != nil) == isKept, "status \(status)")
            let url = try await bench.store.column(id)?.url
            #expect(url == bench.server.url(isKept ? "/new" : "/feed"), "status \(status)")
        }
    }

    @Test func aMoveToAPageThatIsNoFeedIsNotKept() async throws {
        let bench = try SyncBench()
        bench.server.route("/page") { _ in Response(status: 200, text: "<html></html>") }
        bench.server.route("/feed") { _ in .redirect(to: "/page", status: 301) }
        let id = try await bench.subscribe()
        #expect(try await bench.outcome()?.failure?.code == .notAFeed)
        #expect(try await bench.store.column(id)?.url == bench.server.url("/feed"))
    }

    @Test func aNewFeedURLIsFollowedUnlessItLeadsNowhere() async throws {
        let bench = try SyncBench()
        let base = bench.server.base
        func moved(to path: String, _ numbers: [Int]) -> FeedText {
            FeedText(numbers, extra: "<itunes:new-feed-url>\(base)\(path)</itunes:new-feed-url>")
        }
        bench.serve(moved(to: "/b", [1]), at: "/a")
        bench.serve(moved(to: "/a", [2, 1]), at: "/b")
        bench.serve(moved(to: "/nowhere", [1]), at: "/c")
        let looping = try await bench.subscribe("/a")
        let lost = try await bench.subscribe("/c")
        let results = try await bench.sync()
        #expect(results.map(\.outcome.added) == [2, 1])
        #expect(try await bench.store.column(looping)?.url == base + "/b")
        #expect(try await bench.store.column(lost)?.url == base + "/c")
    }

    @Test func goneStopsUntilTheUserSaysSo() async throws {
        let bench = try SyncBench()
        bench.server.route("/feed") { _ in Response(status: 410, text: "gone") }
        _ = try await bench.subscribe()
        #expect(try await bench.outcome()?.failure?.status == 410)
        #expect(try await bench.outcome() == .stopped)
        #expect(bench.server.log.entries(of: "/feed").count == 1)
        bench.serve(FeedText([1]))
        #expect(try await bench.outcome { $0.isForced = true }?.added == 1)
        #expect(try await bench.outcome() == .unchanged)
    }

    @Test func retryAfterHoldsTheHostAcrossRuns() async throws {
        let bench = try SyncBench()
        bench.server.route("/feed") { _ in
            var response = Response(status: 503, text: "busy")
            response.headers["Retry-After"] = "120"
            return response
        }
        _ = try await bench.subscribe()
        #expect(try await bench.outcome()?.failure?.status == 503)
        bench.serve(FeedText([1]))
        let end = bench.clock.timestamp + .seconds(120)
        #expect(try await bench.outcome() == .notDue(until: end))
        #expect(bench.server.log.entries(of: "/feed").count == 1)
        bench.clock.advance(by: .seconds(121))
        #expect(try await bench.outcome()?.added == 1)
    }

    @Test func ttlIsRespectedUnlessForced() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([1], extra: "<ttl>60</ttl>"))
        _ = try await bench.subscribe()
        try await bench.sync()
        let end = bench.clock.timestamp + .seconds(3_600)
        #expect(try await bench.outcome() == .notDue(until: end))
        #expect(try await bench.outcome { $0.isForced = true } != .notDue(until: end))
        bench.clock.advance(by: .seconds(3_601))
        #expect(try await bench.outcome() == .unchanged)
    }

    @Test func aDamagedFeedGivesWhatItHasAndIsFetchedWholeNextTime() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([3, 2, 1]))
        _ = try await bench.subscribe()
        try await bench.sync()
        let whole = FeedText([4, 3, 2, 1]).text
        let cut = whole.firstRange(of: "Episode 2").map { whole[..<$0.lowerBound] } ?? ""
        bench.server.route(
            "/feed", serving: Content(Array(cut.utf8), type: "application/rss+xml", etag: "\"x\""))
        let result = try #require(try await bench.sync().first)
        #expect(result.outcome.added == 1)
        #expect(result.problem != nil)
        for episode in try await bench.store.episodes() {
            let journal = try await bench.store.journal(of: .episode, episode.id.rawValue)
            #expect(!journal.contains { $0.change == "left the feed" })
        }
        try await bench.sync()
        let last = try #require(bench.server.log.entries(of: "/feed").last)
        #expect(last.status == 200)
        #expect(last.request.headers["If-None-Match"] == nil)
    }

    @Test func theBrakeHoldsAMassChangeUntilAccepted() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText(Array(1...10)))
        let id = try await bench.subscribe()
        try await bench.sync()
        bench.serve(FeedText(Array(11...20)))
        #expect(try await bench.outcome() == .held(changes: 10, known: 10))
        #expect(try await bench.titles().count == 10)
        #expect(try await bench.store.column(id)?.sync.heldCount == 10)
        // Held again, not silently taken for unchanged.
        #expect(try await bench.outcome() == .held(changes: 10, known: 10))
        try await bench.store.acceptHeldSync(of: id)
        #expect(try await bench.outcome()?.added == 10)
        #expect(try await bench.titles().count == 20)
        #expect(try await bench.store.column(id)?.sync.heldCount == nil)
    }

    @Test func aFeedWhoseGuidsAllChangeAddsNothing() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([3, 2, 1]))
        _ = try await bench.subscribe()
        try await bench.sync()
        var feed = FeedText([3, 2, 1])
        for index in feed.items.indices { feed.items[index].guid = "other-\(index)" }
        bench.serve(feed)
        guard case .merged(let counts) = try await bench.outcome() else {
            Issue.record("not merged")
            return
        }
        #expect(counts.rekeyed == 3 && counts.added == 0)
        #expect(try await bench.titles().count == 3)
    }

    @Test func aLoginGoesToItsFeed() async throws {
        let bench = try SyncBench()
        bench.server.route("/feed") { request in
            request.hasLogin(user: "u", password: "p")
                ? Response(body: FeedText([1]).bytes) : .loginNeeded()
        }
        _ = try await bench.subscribe()
        #expect(try await bench.outcome()?.failure?.code == .login)
        #expect(try await bench.outcome(login: ("u", "p"))?.added == 1)
    }

    @Test func noMoreRequestsAtOnceThanAllowed() async throws {
        let bench = try SyncBench()
        let gate = Gate()
        let most = Mutex(0)
        let log = bench.server.log
        bench.server.routeRest { _ in
            let active = log.entries.count { !$0.isFinished }
            most.withLock { $0 = max($0, active) }
            return Response(body: FeedText([1]).bytes).adding(.holdHeader(gate))
        }
        for number in 0..<9 { _ = try await bench.subscribe("/\(number)") }
        async let results = bench.sync { $0.perHost = 3 }
        try await gate.waitForArrivals(3)
        gate.open()
        #expect(try await results.compactMap(\.outcome.added).count == 9)
        #expect(most.withLock { $0 } == 3)
    }

    @Test func pagesAreReadOnRequest() async throws {
        let bench = try SyncBench()
        let base = bench.server.base
        func next(_ path: String) -> String {
            "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\(base)\(path)\"/>"
        }
        bench.serve(FeedText([3], extra: next("/2")), at: "/feed")
        bench.serve(FeedText([2], extra: next("/3")), at: "/2")
        bench.serve(FeedText([1]), at: "/3")
        _ = try await bench.subscribe()
        #expect(try await bench.outcome { $0.maximumPages = 100 }?.added == 3)
    }
}

@Suite struct SubscribeTests {
    @Test func findsTheFeedBehindAPage() async throws {
        let bench = try SyncBench()
        bench.serve(FeedText([2, 1]), at: "/rss.xml")
        bench.server.route("/") { _ in
            Response(
                status: 200,
                text: """
                    <!doctype html><html><head>
                    <link rel="alternate" type="application/rss+xml" href="/rss.xml" title="Show">
                    <link rel="alternate" type="application/rss+xml" href="/c" title="Comments">
                    </head></html>
                    """)
        }
        guard case .added(let result) = try await bench.subscribing("/") else {
            Issue.record("not added")
            return
        }
        #expect(result.title == "Column" && result.outcome.added == 2)
        #expect(try await bench.store.columns().map(\.url) == [bench.server.url("/rss.xml")])
        guard case .known(let id) = try await bench.subscribing("/rss.xml") else {
            Issue.record("not known")
            return
        }
        #expect(id == result.column)
    }

    @Test func severalFeedsBehindAPageAreNamed() async throws {
        let bench = try SyncBench()
        bench.server.route("/") { _ in
            Response(
                status: 200,
                text: """
                    <html><head><link rel="alternate" type="application/rss+xml" href="/a">
                    <link rel="alternate" type="application/rss+xml" href="/b"></head></html>
                    """)
        }
        let subscription = try await bench.subscribing("/")
        guard case .ambiguous(let feeds, _) = subscription else {
            Issue.record("not ambiguous but \(subscription)")
            return
        }
        #expect(feeds == [bench.server.url("/a"), bench.server.url("/b")])
        #expect(try await bench.store.columns().isEmpty)
    }

    @Test(arguments: ["/page", "/missing"])
    func subscribesToNothingThatIsNoFeed(path: String) async throws {
        let bench = try SyncBench()
        bench.server.route("/page") { _ in Response(status: 200, text: "<html></html>") }
        guard case .failed(let failure) = try await bench.subscribing(path) else {
            Issue.record("did not fail")
            return
        }
        #expect(failure.code == (path == "/page" ? .notAFeed : .httpStatus))
        #expect(try await bench.store.columns().isEmpty)
    }
}
