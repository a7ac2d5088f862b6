import AudioKit
import ColumnModel
import EpisodeMedia
import EpisodePlayer
import HTTPKit

/// Opens what plays: the file on disk, else a stream that fills it.
actor PlaybackSources {
    /// How long a stream's server may be silent before it is asked anew.
    private static let patience = Duration.seconds(10)

    private let library: LibraryService
    private let places: Places
    private let configuration: Configuration
    private let media: String
    /// Made with the first stream, so that local files need no network library.
    private var fetcher: MediaFetcher?
    private var stream: MediaStream?

    init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.places = places
        self.configuration = configuration
        media = places.mediaDirectory(configuration)
    }

    /// The bytes of an item; ends the stream of the one before.
    func open(_ item: PlaybackItem) async throws(PlaybackFailure) -> any ByteSource {
        await close()
        switch item.content {
        case .file(let path): return try Self.file(path)
        case .episode(let episode):
            if let path = localPath(of: episode) { return try Self.file(path) }
            guard episode.enclosure != nil else { throw .noAudio }
            return try await stream(episode)
        }
    }

    /// Where an episode's whole file is; nil where it is not on this machine.
    ///
    /// A link or a pipe, put there by someone who may write into the folder, is none.
    nonisolated func localPath(of episode: Episode) -> String? {
        guard let name = episode.audio.file else { return nil }
        let path = "\(media)/\(name)"
        return FilePath.isRegularFile(path) ? path : nil
    }

    /// Ends the stream, if there is one, and keeps what it brought.
    func close() async {
        let old = stream
        stream = nil
        await old?.close()
    }

    private static func file(_ path: String) throws(PlaybackFailure) -> any ByteSource {
        do throws(AudioError) {
            return try FileByteSource(path: path)
        } catch {
            throw PlaybackFailure(error)
        }
    }

    private func stream(_ episode: Episode) async throws(PlaybackFailure) -> any ByteSource {
        let credentials = CredentialStore(places: places, configuration: configuration)
        let logins = try? await library.mediaLogins(credentials)
        let all = (try? await credentials.logins()) ?? [:]
        do {
            try PrivateFile.makeDirectory(media)
        } catch {
            throw .file(path: media, errno: error.errno)
        }
        do throws(MediaError) {
            let stream = try await MediaStream(
                of: episode, with: makeFetcher(all), credentials: logins?[episode.column],
                lookAhead: configuration[.playStreamAhead])
            self.stream = stream
            return StreamByteSource(stream)
        } catch {
            throw PlaybackFailure(error)
        }
    }

    private func makeFetcher(_ logins: [String: Login]) -> MediaFetcher {
        if let fetcher { return fetcher }
        var policy = configuration.fetchPolicy
        // Who listens waits less long for a silent server than a download does.
        policy.stallTimeout = min(policy.stallTimeout, Self.patience)
        let made = MediaFetcher(
            library: MediaLibrary(store: library.store, folder: MediaFolder(path: media)),
            client: configuration.makeClient(logins),
            limiter: HostLimiter(
                total: configuration[.downloadConcurrency],
                perHost: configuration[.downloadPerHost]),
            policy: policy)
        fetcher = made
        return made
    }
}
