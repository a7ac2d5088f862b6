import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia
import HTTPKit
import TestSupport

/// A library, a media folder and a server for one test of the queue.
struct DownloadHarness {
    let home = TemporaryHome()
    let server = LoopbackServer()
    let store: Store
    let library: MediaLibrary
    let events = Watched<[DownloadEvent]>([])
    var configuration = DownloadConfiguration()

    static let size = 120_000

    init() throws {
        store = try Store(path: home.path("library.sqlite"))
        library = MediaLibrary(store: store, folder: MediaFolder(path: home.path("media")))
        configuration.policy.retryDelay = .milliseconds(1)
        configuration.policy.stallTimeout = .seconds(20)
        configuration.policy.keepFree = .zero
    }

    /// Adds a column with episodes whose audio is at these addresses.
    func addEpisodes(
        _ urls: [String], column name: String = "column", duration: Duration? = nil
    ) async throws -> [EpisodeID] {
        let column = try await store.addColumn(url: "http://127.0.0.1:9/\(name)").id
        try await store.merge(into: column) { session in
            for (index, url) in urls.enumerated() {
                var parsed = ParsedEpisode()
                parsed.title = "Episode \(index)"
                parsed.published = Timestamp(secondsSince1970: 1_600_000_000 + Int64(index))
                parsed.duration = duration
                parsed.enclosures = [Enclosure(url: url, type: "audio/mpeg", length: nil)]
                try session.insert(
                    parsed,
                    keys: EpisodeKeys(
                        guid: "\(name) \(index)", urlKey: nil, titleKey: Int64(index),
                        published: nil, duration: nil, contentHash: 0), isNew: true,
                    cause: "test")
            }
        }
        return try await store.episodes(
            EpisodeQuery(.all, column: column, order: .oldest)
        ).map(\.id)
    }

    /// Serves different bytes at each of so many paths and adds them as episodes.
    func addGoodEpisodes(_ count: Int, column: String = "column") async throws -> [EpisodeID] {
        for index in 0..<count {
            server.route("/\(column)/\(index).mp3", serving: Self.content(index))
        }
        return try await addEpisodes(
            (0..<count).map { server.url("/\(column)/\($0).mp3") }, column: column)
    }

    static func content(_ index: Int) -> Content {
        Content(FakeMP3.bytes(count: size, seed: UInt64(index + 1)), etag: "\"\(index)\"")
    }

    func makeDownloader() -> EpisodeDownloader {
        EpisodeDownloader(
            library: library,
            client: HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1")),
            configuration: configuration)
    }

    func run(_ ids: [EpisodeID]) async -> DownloadSummary {
        let events = events
        return await makeDownloader().run(ids) { event in
            events.update { $0.append(event) }
        }
    }

    func state(_ id: EpisodeID) async throws -> AudioState? {
        try await store.episode(id)?.audio.state
    }

    func bytes(_ id: EpisodeID) async throws -> [UInt8]? {
        try await store.episode(id)?.audio.file.flatMap { readFile(library.folder.path(of: $0)) }
    }

    var names: [String] { listDirectory(library.folder.path) }
}
