public import ColumnModel
import ColumnStore
import FeedSync
@preconcurrency import Glibc
import HTTPKit

/// Fetches feeds: of columns that are there, and of those that are to be added.
public struct SyncService: Sendable {
    private let library: LibraryService
    private let places: Places
    private let configuration: Configuration

    /// How many pages of a paged feed are enough for any history.
    private static let historyPages = 10_000

    /// Makes a service.
    public init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.places = places
        self.configuration = configuration
    }

    /// Syncs columns and hands over each result as it is known.
    ///
    /// Throws where another sync runs, or the library cannot be used; a failed feed is a result. A
    /// cancelled task ends soon, and what was merged stays.
    public func sync(
        _ columns: [Column], options: SyncOptions = SyncOptions(),
        onResult: @escaping @Sendable (SyncResult) async -> Void
    ) async throws {
        if options.isDryRun {
            return try await syncCopy(columns, options: options, onResult: onResult)
        }
        let path = FilePath.folder(of: places.libraryFile) + "/sync.lock"
        if let refusal = library.store.writeRefusal { throw LibraryError(refusal) }
        let lock: ProcessLock
        do {
            guard let taken = try ProcessLock(path: path) else {
                throw ServiceError.alreadyRunning(job: "sync")
            }
            lock = taken
        } catch let error as StoreError {
            throw LibraryError(error)
        }
        defer { withExtendedLifetime(lock) {} }
        let credentials = CredentialStore(places: places, configuration: configuration)
        let synchronizer = makeSynchronizer(options, logins: try await credentials.logins())
        try await library.ask { (_) throws(StoreError) in
            try await synchronizer.sync(columns) { result in
                if let old = result.movedFrom {
                    await credentials.move(from: old, to: result.url)
                }
                await onResult(SyncResult(result))
            }
        }
    }

    /// Syncs a copy of the library, so that all is judged as a sync would and nothing is kept.
    private func syncCopy(
        _ columns: [Column], options: SyncOptions,
        onResult: @escaping @Sendable (SyncResult) async -> Void
    ) async throws {
        try PrivateFile.makeDirectory(places.stateDirectory)
        let path = places.stateDirectory + "/dry-run.\(getpid()).sqlite"
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        }
        // Made before the copy, so that nobody else may read it.
        try PrivateFile.write([], to: path)
        let logins = try await CredentialStore(places: places, configuration: configuration)
            .logins()
        try await library.ask { (store) throws(StoreError) in
            try await store.backUp(to: path)
            let synchronizer = makeSynchronizer(
                options, logins: logins, store: try Store(path: path))
            try await synchronizer.sync(columns) { result in
                await onResult(SyncResult(result))
            }
        }
    }

    /// Subscribes to the feed at an address, or to the only one that the web page there names.
    ///
    /// The login is kept when the feed could be read with it.
    public func subscribe(to address: FeedAddress, login: Login?) async throws
        -> SubscriptionOutcome
    {
        let credentials = CredentialStore(places: places, configuration: configuration)
        var logins = try await credentials.logins()
        let login = login ?? address.login
        if let login { logins[address.url] = login }
        for token in address.tokens { logins[token.id] = token.login }
        let synchronizer = makeSynchronizer(SyncOptions(), logins: logins)
        let subscription = try await library.ask { (_) throws(StoreError) in
            try await synchronizer.subscribe(to: address.url)
        }
        switch subscription {
        case .added(let result):
            if let login { try await credentials.set(login, forFeed: result.url) }
            for token in address.tokens { try await credentials.set(token.login, for: token.id) }
            return .added(SyncResult(result))
        case .known(let id):
            if let login, let column = try await library.column(id) {
                try await credentials.set(login, forFeed: column.url)
            }
            return .known(id)
        case .failed(let failure): return .failed(failure)
        case .ambiguous(let feeds, let page): return .ambiguous(feeds: feeds, page: page)
        case .list(let subscriptions, let skipped):
            return .list(
                subscriptions.map { ListedFeed(url: $0.feedURL, title: $0.title) },
                skipped: skipped)
        }
    }

    /// Lets the next sync of columns change as much as it wants.
    public func accept(_ columns: [Column]) async throws(LibraryError) {
        try await library.ask { (store) throws(StoreError) in
            for column in columns {
                try await store.acceptHeldSync(of: column.id)
            }
        }
    }

    private func makeSynchronizer(
        _ options: SyncOptions, logins: [String: Login], store: Store? = nil
    ) -> FeedSynchronizer {
        var feeds = FeedSyncConfiguration()
        feeds.concurrency = configuration[.syncConcurrency]
        feeds.perHost = configuration[.syncPerHost]
        feeds.timeout = configuration[.syncTimeout]
        feeds.maximumFeedSize = configuration[.syncMaximumFeedSize]
        feeds.holdShare = configuration[.syncHoldShare]
        feeds.newestCount = max(configuration[.downloadNew], 1)
        feeds.isForced = options.isForced
        feeds.maximumPages = options.readsFullHistory ? Self.historyPages : 1
        return FeedSynchronizer(
            store: store ?? library.store, client: configuration.makeClient(logins),
            configuration: feeds,
            logins: { url in logins[url].map { (user: $0.user, password: $0.password) } })
    }
}

extension Configuration {
    /// A client as the settings say.
    ///
    /// - Parameter logins: all logins, of which tokens of addresses are put in when they are sent.
    func makeClient(_ logins: [String: Login] = [:]) -> HTTPClient {
        var configuration = HTTPConfiguration(
            userAgent: self[.httpUserAgent], proxy: self[.httpProxy])
        configuration.allowsPrivateHosts = self[.httpPrivateHosts] == "allow"
        configuration.secrets = AddressToken.secrets(in: logins)
        return HTTPClient(configuration: configuration)
    }
}
