public import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia
import FeedSync
import HTTPKit

/// Fetches the audio of episodes.
public struct DownloadService: Sendable {
    private let library: LibraryService
    private let configuration: Configuration
    private let media: String
    private let credentials: CredentialStore

    /// Makes a service.
    public init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.configuration = configuration
        media = places.mediaDirectory(configuration)
        credentials = CredentialStore(places: places, configuration: configuration)
    }

    /// Downloads what is missing of some episodes; each goes on where it was left.
    ///
    /// A cancelled task ends soon and keeps all that was fetched. Failures end one download only,
    /// except a full disk.
    public func download(
        _ episodes: [Episode], onUpdate: @escaping @Sendable (DownloadUpdate) -> Void
    ) async throws -> DownloadOutcome {
        try PrivateFile.makeDirectory(media)
        let logins = try await library.mediaLogins(credentials)
        let downloader = EpisodeDownloader(
            library: MediaLibrary(store: library.store, folder: MediaFolder(path: media)),
            client: configuration.makeClient(try await credentials.logins()),
            configuration: downloadConfiguration,
            credentials: { logins[$0.column] })
        let folder = media
        let summary = await downloader.run(episodes.map(\.id)) { event in
            onUpdate(DownloadUpdate(event, media: folder))
        }
        try await fetchAttachments(of: episodes)
        await keepFileChapters(of: episodes)
        return DownloadOutcome(summary)
    }

    /// Chapters and transcripts come along, so that they are there without a network.
    ///
    /// One that cannot be had is asked for again with the next download; the audio is what counts.
    private func fetchAttachments(of episodes: [Episode]) async throws {
        let fetcher = AttachmentFetcher(
            store: library.store,
            client: configuration.makeClient(try await credentials.logins()),
            timeout: configuration[.syncTimeout])
        let ids = episodes.map(\.id)
        try await library.ask { (store) throws(StoreError) in
            for id in ids {
                guard let audio = try await store.episode(id)?.audio, audio.file != nil else {
                    continue
                }
                try await fetcher.fetchMissing(of: id)
            }
        }
    }

    /// Where the feed gives no chapters, those of the file are kept.
    private func keepFileChapters(of episodes: [Episode]) async {
        let found = (try? await library.episodes(episodes.map(\.id))) ?? []
        for episode in found {
            guard let name = episode.audio.file else { continue }
            await library.keepChapters(of: episode.id, inFile: "\(media)/\(name)")
        }
    }

    private var downloadConfiguration: DownloadConfiguration {
        var result = DownloadConfiguration()
        result.concurrency = configuration[.downloadConcurrency]
        result.perHost = configuration[.downloadPerHost]
        result.rate = configuration[.downloadRate]
        result.policy = configuration.fetchPolicy
        return result
    }
}

extension LibraryService {
    /// The login of a feed counts for its audio too, as far as that lies on the same origin.
    func mediaLogins(_ credentials: CredentialStore) async throws -> [ColumnID: HTTPCredentials] {
        let logins = try await credentials.logins()
        guard !logins.isEmpty else { return [:] }
        var result: [ColumnID: HTTPCredentials] = [:]
        for column in try await columns() {
            guard let login = logins[column.url], let url = try? HTTPURL(column.url) else {
                continue
            }
            result[column.id] = HTTPCredentials(
                user: login.user, password: login.password, origin: url.origin)
        }
        return result
    }
}

extension Configuration {
    /// How media is fetched.
    var fetchPolicy: FetchPolicy {
        var policy = FetchPolicy()
        policy.attempts = self[.downloadAttempts]
        policy.retryDelay = self[.downloadRetryDelay]
        policy.connectTimeout = self[.downloadConnectTimeout]
        policy.stallTimeout = self[.downloadStallTimeout]
        policy.keepFree = self[.downloadKeepFree]
        return policy
    }
}
