import AudioKit
import ColumnModel
import ColumnStore
import EpisodeMedia
import EpisodePlayer
import HTTPKit
import TestSupport
import Testing

/// Episodes played from a real server while they are fetched.
@Suite struct EpisodeStreamTests {
    private let home = TemporaryHome()
    private let server = LoopbackServer()

    private func makeStream(_ path: String) async throws -> MediaStream {
        let store = try Store(path: home.path("library.sqlite"))
        let library = MediaLibrary(store: store, folder: MediaFolder(path: home.path("media")))
        let column = try await store.addColumn(url: server.url("/feed")).id
        let url = server.url(path)
        try await store.merge(into: column) { session in
            var parsed = ParsedEpisode()
            parsed.title = "An episode"
            parsed.enclosures = [Enclosure(url: url, type: "audio/mpeg", length: nil)]
            try session.insert(
                parsed,
                keys: EpisodeKeys(
                    guid: path, urlKey: nil, titleKey: 0, published: nil, duration: nil,
                    contentHash: 0), isNew: true, cause: "test")
        }
        let episodes = try await store.episodes(EpisodeQuery(.all, column: column))
        let episode = try #require(episodes.first)
        var policy = FetchPolicy()
        policy.retryDelay = .milliseconds(1)
        policy.keepFree = .zero
        let fetcher = MediaFetcher(
            library: library,
            client: HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1")),
            limiter: HostLimiter(total: 8, perHost: 8, clock: .system), policy: policy)
        return try await MediaStream(of: episode, with: fetcher)
    }

    @Test func aStreamIsHeardWholeAndBecomesTheFile() async throws {
        let bytes = try #require(readFile(Fixture.path("speech-vbr-xing")))
        server.route("/a.mp3", serving: Content(bytes, type: "audio/mpeg", etag: "\"one\""))
        let stream = try await makeStream("/a.mp3")
        let rig = PlayerRig()
        try await rig.engine.load(PlayerItem(source: StreamByteSource(stream)), intent: .play)
        try await rig.wait(for: .ended)
        let whole = try Fixture.decoded("speech-vbr-xing")
        #expect(rig.samples == whole)
        try await rig.engine.stop()
        await stream.close()
        #expect(server.log.sentBytes(of: "/a.mp3") == bytes.count)
    }

    @Test func aRefusalIsToldWithItsStatus() async throws {
        let stream = try await makeStream("/gone.mp3")
        let rig = PlayerRig()
        try await rig.engine.load(PlayerItem(source: StreamByteSource(stream)), intent: .play)
        try await rig.events.wait(for: "a failure", within: .seconds(30)) { events in
            events.contains {
                if case .stateChanged(.failed(.source("http-status", _)), _) = $0 {
                    true
                } else {
                    false
                }
            }
        }
        try await rig.engine.stop()
        await stream.close()
    }
}
