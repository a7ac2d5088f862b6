import ColumnModel
import ColumnStore
import HTTPKit
import TestSupport

@testable import EpisodeMedia

/// A library, a media folder and a server for one test.
struct MediaHarness {
    let home: TemporaryHome
    let server: LoopbackServer
    let store: Store
    let library: MediaLibrary
    private let boot: String
    var policy = FetchPolicy()
    var clock = MonotonicClock.system

    init() throws {
        try self.init(home: TemporaryHome(), server: LoopbackServer(), boot: "this")
    }

    private init(home: TemporaryHome, server: LoopbackServer, boot: String) throws {
        self.home = home
        self.server = server
        self.boot = boot
        store = try Store(path: home.path("library.sqlite"))
        library = MediaLibrary(
            store: store, folder: MediaFolder(path: home.path("media")), boot: boot)
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
        guard let announced = try await library.announced(episode) else { throw .noAudio }
        let file = try await MediaFile.open(episode.id, in: library)
        return try await makeFetcher().fetch(
            file, title: episode.title, announced: announced, credentials: credentials)
    }

    /// What a killed process leaves behind at this moment, in a home of its own.
    ///
    /// After a power cut all that was never synced is lost: here every byte that the library does
    /// not name becomes zero, and the boot is another.
    func left(ofEpisode id: EpisodeID, afterPowerCut isPowerCut: Bool) async throws -> MediaHarness
    {
        var record: MediaRecord
        var copy: TemporaryHome
        repeat {
            // Library and file are of one moment when the library has not changed meanwhile.
            record = try await store.media(of: id)
            copy = try await copied(isPowerCut, record)
        } while try await store.media(of: id) != record
        var harness = try MediaHarness(
            home: copy, server: server, boot: isPowerCut ? "\(boot) next" : boot)
        harness.policy = policy
        harness.clock = clock
        return harness
    }

    private func copied(_ isPowerCut: Bool, _ record: MediaRecord) async throws -> TemporaryHome {
        let copy = TemporaryHome()
        try await store.backUp(to: copy.path("library.sqlite"))
        for name in names {
            guard var bytes = bytes(name) else { continue }
            if isPowerCut, name.hasSuffix(".part") {
                let named = ByteRangeSet(record.renditions.flatMap(\.ranges.ranges))
                for hole in named.holes(in: 0..<Int64(bytes.count)) {
                    for index in hole { bytes[Int(index)] = 0 }
                }
            }
            copy.write(bytes, to: "media/\(name)")
        }
        return copy
    }

    /// The bytes under a name in the media folder.
    func bytes(_ name: String) -> [UInt8]? {
        readFile(library.folder.path(of: name))
    }

    /// All names in the media folder.
    var names: [String] { listDirectory(library.folder.path) }
}
