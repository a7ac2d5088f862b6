import ColumnModel
import ColumnStore
import FeedSync
import TestSupport
import Testing

@Suite struct AttachmentFetcherTests {
    private static let chapters = """
        {"version":"1.2.0","chapters":[{"startTime":0,"title":"Start"},{"startTime":60.5,"title":"End"}]}
        """

    /// A library with one episode that offers chapters and a transcript.
    private func makeBench() async throws -> (SyncBench, EpisodeID) {
        let bench = try SyncBench()
        let base = bench.server.base
        let text = FeedText([1]).text.replacing(
            "</item>",
            with: """
                <podcast:chapters url="\(base)/chapters.json" type="application/json+chapters"/>
                <podcast:transcript url="\(base)/words.vtt" type="text/vtt" language="en"/></item>
                """
        ).replacing(
            "<rss ", with: "<rss xmlns:podcast=\"https://podcastindex.org/namespace/1.0\" ")
        bench.server.route("/feed", serving: Content(text: text))
        _ = try await bench.subscribe()
        try await bench.sync()
        return (bench, try #require(try await bench.store.episodes().first).id)
    }

    @Test func fetchesOnceAndKeeps() async throws {
        let (bench, id) = try await makeBench()
        bench.server.route("/chapters.json") { _ in Response(status: 200, text: Self.chapters) }
        bench.server.route("/words.vtt") { _ in
            Response(
                status: 200, text: "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n", type: "text/vtt")
        }
        let fetcher = AttachmentFetcher(
            store: bench.store, client: bench.client, timeout: .seconds(30))
        #expect(try await fetcher.fetchMissing(of: id).isEmpty)
        #expect(try await fetcher.fetchMissing(of: id).isEmpty)
        #expect(try await bench.store.chapters(of: id).map(\.title) == ["Start", "End"])
        #expect(bench.server.log.entries(of: "/chapters.json").count == 1)
        let kinds = try await bench.store.attachments(of: id).map(\.kind)
        #expect(kinds == [.chapters, .transcript])
        // What the feed says later does not throw away what was fetched.
        try await bench.sync { $0.isForced = true }
        #expect(try await bench.store.attachments(of: id).allSatisfy { $0.body != nil })
    }

    @Test func oneThatFailsNeverStopsTheOther() async throws {
        let (bench, id) = try await makeBench()
        bench.server.route("/chapters.json") { _ in Response(status: 200, text: "<html></html>") }
        bench.server.route("/words.vtt") { _ in Response(status: 500, text: "oops") }
        let fetcher = AttachmentFetcher(
            store: bench.store, client: bench.client, timeout: .seconds(30))
        let failures = try await fetcher.fetchMissing(of: id)
        #expect(failures.map(\.code) == [.notAFeed, .httpStatus])
        #expect(try await bench.store.attachments(of: id).allSatisfy { $0.body == nil })
    }
}
