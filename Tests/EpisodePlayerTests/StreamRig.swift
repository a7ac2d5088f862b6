import ColumnModel
import ColumnStore
import EpisodeMedia
import HTTPKit
import TestSupport
import Testing

/// A server, and a library of one episode that is streamed from it, in as many sessions as wanted.
struct StreamRig {
    let home = TemporaryHome()
    let server = LoopbackServer()

    /// Opens the episode whose audio stands at a path, as a program that is started does.
    func makeStream(
        _ path: String, type: String = "audio/mpeg", stallTimeout: Duration = .seconds(30)
    ) async throws -> MediaStream {
        let store = try Store(path: home.path("library.sqlite"))
        let library = MediaLibrary(store: store, folder: MediaFolder(path: home.path("media")))
        let url = server.url(path)
        let known = try await store.episodes(EpisodeQuery(.all))
        var episode = known.first { $0.enclosure?.url == url }
        if episode == nil {
            let column = try await store.addColumn(url: server.url("/feed")).id
            try await store.merge(into: column) { session in
                var parsed = ParsedEpisode()
                parsed.title = "An episode"
                parsed.enclosures = [Enclosure(url: url, type: type, length: nil)]
                try session.insert(
                    parsed,
                    keys: EpisodeKeys(
                        guid: path, urlKey: nil, titleKey: 0, published: nil, duration: nil,
                        contentHash: 0), isNew: true, cause: "test")
            }
            episode = try await store.episodes(EpisodeQuery(.all, column: column)).first
        }
        var policy = FetchPolicy()
        policy.retryDelay = .milliseconds(1)
        policy.keepFree = .zero
        policy.stallTimeout = stallTimeout
        let fetcher = MediaFetcher(
            library: library,
            client: HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1")),
            limiter: HostLimiter(total: 8, perHost: 8, clock: .system), policy: policy)
        return try await MediaStream(of: #require(episode), with: fetcher)
    }
}
