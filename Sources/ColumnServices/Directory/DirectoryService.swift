import ColumnModel
import ColumnStore
import PodcastDirectory

/// Finds podcasts in public directories, and remembers what was found under numbers.
public struct DirectoryService: Sendable {
    /// The name under which the key and the secret of Podcast Index are kept.
    private static let keyName = "directory:podcast-index"
    /// Under which the store remembers what was found last, an address a line.
    private static let resultsKey = "directory.results"

    private let library: LibraryService
    private let configuration: Configuration
    private let credentials: CredentialStore

    /// Makes a service.
    public init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.configuration = configuration
        credentials = CredentialStore(places: places, configuration: configuration)
    }

    /// Finds podcasts by words, and remembers them for `feed(numbered:)`.
    public func search(_ text: String, limit: Int) async throws -> DirectoryFindings {
        let key = try await credentials.logins()[Self.keyName]
        let search = DirectorySearch(
            client: configuration.makeClient(),
            itunes: configuration[.directoryITunes].map(Self.withoutSlash),
            podcastIndex: key.flatMap { key in
                configuration[.directoryPodcastIndex].map {
                    (Self.withoutSlash($0), DirectoryKey(key: key.user, secret: key.password))
                }
            }, now: Timestamp.current)
        guard !search.isEmpty else { return DirectoryFindings(isAsked: false) }
        let answer = await search.search(text, limit: limit)
        let addresses = answer.results.map(\.feedURL).joined(separator: "\n")
        if !answer.results.isEmpty {
            // That nothing is remembered on a full disk is no reason to show nothing.
            try? await library.ask { (store) throws(StoreError) in
                try await store.setState(Self.resultsKey, to: addresses)
            }
        }
        return DirectoryFindings(
            podcasts: answer.results.enumerated().map { index, result in
                FoundPodcast(
                    number: index + 1, title: result.title, author: result.author,
                    feedURL: result.feedURL, pageURL: result.pageURL,
                    episodeCount: result.episodeCount, sources: result.sources.map(\.rawValue))
            },
            failures: answer.failures.map {
                FailedDirectory(name: $0.directory.rawValue, failure: $0.failure)
            })
    }

    /// The feed that the last search found under a number; nil where there is none.
    public func feed(numbered number: Int) async throws -> String? {
        let text = try await library.ask { (store) throws(StoreError) in
            try await store.state(Self.resultsKey)
        }
        let addresses = (text ?? "").split(separator: "\n")
        return addresses.indices.contains(number - 1) ? String(addresses[number - 1]) : nil
    }

    /// Whether there is a key of Podcast Index, also one that cannot be had now.
    public static func hasKey(_ credentials: CredentialStore) async throws -> Bool {
        let contents = try await credentials.contents()
        return contents.logins[keyName] != nil || contents.unreachable.contains(keyName)
    }

    /// Keeps the key of Podcast Index, or forgets it with nil.
    public static func setKey(_ key: Login?, in credentials: CredentialStore) async throws {
        try await credentials.set(key, for: keyName)
    }

    private static func withoutSlash(_ url: String) -> String {
        url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
