public import ColumnModel
import ColumnStore
import FeedSync
@preconcurrency import Glibc
public import LibraryImport

extension LibraryService {
    /// Reads a file of another program; it is told by its content, and opened for reading only.
    ///
    /// - Parameter path: `-` for standard input.
    public static func readForeignLibrary(_ path: String, places: Places) throws -> ForeignLibrary {
        guard path == "-" else {
            guard let first = try beginning(of: path) else {
                throw PlacesError.cannotRead(path: path, errno: ENOENT)
            }
            let bytes =
                ForeignLibrary.isDatabase(first) ? first : try PrivateFile.read(path) ?? []
            return try ForeignLibrary.read(bytes, path: path)
        }
        guard let bytes = PrivateFile.readAll(STDIN_FILENO) else {
            throw PlacesError.cannotRead(path: "standard input", errno: errno)
        }
        return try ForeignLibrary.read(bytes, path: nil)
    }

    /// The first bytes of a file; nil where there is none.
    private static func beginning(of path: String) throws(PlacesError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw .cannotRead(path: path, errno: code)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Takes over subscriptions with their tags and logins, and what was done with episodes.
    ///
    /// Nothing is fetched: what belongs to episodes that are not here yet waits for the sync that
    /// brings them. Doing it twice changes nothing more.
    public func take(_ foreign: ForeignLibrary, logins: CredentialStore) async throws
        -> ImportSummary
    {
        let now = store.now()
        var states: [String: [ImportedState]] = [:]
        var homeless: [ImportedState] = []
        for episode in foreign.episodes {
            let state = ImportedState(episode, now: now)
            if let feed = episode.feed {
                states[feed, default: []].append(state)
            } else {
                homeless.append(state)
            }
        }
        var columns: [ImportedColumn] = []
        var refused = foreign.refused
        for subscription in foreign.subscriptions {
            guard let address = FeedAddress(subscription.url), subscription.url.contains("://")
            else {
                refused.append(
                    subscription.title.map { "\($0): \(subscription.url)" } ?? subscription.url)
                continue
            }
            columns.append(
                ImportedColumn(
                    url: address.url, title: subscription.title,
                    settings: Self.settings(of: subscription),
                    states: states[subscription.url] ?? []))
            let login = subscription.user.map {
                Login(user: $0, password: subscription.password ?? "")
            }
            try await logins.keep(address, login: login)
        }
        let (all, rest, cause) = (columns, homeless, "import \(foreign.source.rawValue)")
        let outcome = try await ask { (store) throws(StoreError) in
            try await store.importLibrary(all, states: rest, cause: cause)
        }
        return ImportSummary(outcome, of: foreign, refused: refused)
    }

    /// The settings that a subscription brings; what is not allowed is left out.
    private static func settings(of subscription: ForeignSubscription) -> [String: String] {
        var settings = subscription.settings.filter { name, text in
            guard let key = try? ConfigurationKey.named(name) else { return false }
            return key.isPerColumn && ConfigurationValue(text, as: key.kind) != nil
        }
        let tags = ColumnTags(paths: subscription.folders)
        if !tags.paths.isEmpty { settings[Setting<String?>.columnTags.key.name] = tags.text }
        if let speed = subscription.speed, (0.5...4).contains(speed) {
            let hundredths = Int((speed * 100).rounded())
            let fraction = hundredths % 100
            settings[Setting<Double>.playSpeed.key.name] =
                "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
        }
        return settings
    }

    /// The tags of all columns that have any.
    public func tags() async throws(LibraryError) -> [ColumnID: ColumnTags] {
        let key = Setting<String?>.columnTags.key.name
        return try await ask { (store) throws(StoreError) in try await store.settings(named: key) }
            .filter { $0.value != "none" }.mapValues { ColumnTags($0) }
    }
}

extension ImportedState {
    fileprivate init(_ episode: ForeignEpisode, now: Timestamp) {
        self.init(updated: episode.updated ?? episode.played ?? now)
        guid = episode.guid
        urlKey = episode.audioURL.map(EpisodeKeys.hash(ofAddress:))
        played = episode.isPlayed ? episode.played ?? now : nil
        // A place at the end of what was played is no place to go on from.
        position = episode.isPlayed ? .zero : episode.position
        isLiked = episode.isLiked
        queueIndex = episode.queueIndex
        bookmarks = episode.bookmarks.map { (position: $0.position, note: $0.note) }
    }
}
