import ColumnModel
import ColumnStore
import EpisodeMedia
import HTTPKit
import TestSupport

/// A library, a media folder and a server for one test.
struct MediaHarness {
    let home = TemporaryHome()
    let server = LoopbackServer()
    let store: Store
    let library: MediaLibrary
    var policy = FetchPolicy()
    var clock = MonotonicClock.system

    init() throws {
        store = try Store(path: home.path("library.sqlite"))
        library = MediaLibrary(store: store, folder: MediaFolder(path: home.path("media")))
        policy.retryDelay = .milliseconds(1)
        // Long, since a test server may be slow among many; tests of silence set their own.
        policy.stallTimeout = .seconds(20)
        policy.keepFree = .zero
    }

    /// Adds a column with one episode whose audio is at a path of the server.
    func addEpisode(
        _ path: String, title: String = "An episode", length: Int64? = nil,
        duration: Duration? = nil
    ) async throws -> Episode {
        let column = try await store.addColumn(url: server.url("/feed\(path)")).id
        let url = server.url(path)
        try await store.merge(into: column) { session in
            var parsed = ParsedEpisode()
            parsed.title = title
            parsed.duration = duration
            parsed.enclosures = [Enclosure(url: url, type: "audio/mpeg", length: length)]
            try session.insert(
                parsed,
                keys: EpisodeKeys(
                    guid: path, urlKey: nil, titleKey: 0, published: nil, duration: nil,
                    contentHash: 0), isNew: true, cause: "test")
        }
        let found = try await store.episodes(EpisodeQuery(.all, column: column)).first
        guard let found else { throw MediaError.noAudio }
        return found
    }

    func makeFetcher() -> MediaFetcher {
        let client = HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1"))
        return MediaFetcher(
            library: library, client: client,
            limiter: HostLimiter(total: 8, perHost: 8, clock: clock), clock: clock,
            policy: policy, jitter: { 0.5 })
    }

    func fetch(_ episode: Episode, credentials: HTTPCredentials? = nil)
        async throws(MediaError) -> FinishedMedia
    {
        guard let announced = AnnouncedMedia(episode) else { throw .noAudio }
        let file = try await MediaFile.open(episode.id, in: library)
        return try await makeFetcher().fetch(
            file, title: episode.title, announced: announced, credentials: credentials)
    }

    /// The bytes under a name in the media folder.
    func bytes(_ name: String) -> [UInt8]? {
        readFile(library.folder.path(of: name))
    }

    /// All names in the media folder.
    var names: [String] { listDirectory(library.folder.path) }
}
