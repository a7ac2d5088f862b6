import ColumnModel
import ColumnStore
import FeedSync
import HTTPKit
import Synchronization
import TestSupport

/// A library, a server and a clock, with a sync between them.
final class SyncBench: Sendable {
    let home = TemporaryHome()
    let server = LoopbackServer()
    let clock = ManualClock()
    let store: Store
    let client = HTTPClient(configuration: HTTPConfiguration(userAgent: "column-test"))
    private let results = Mutex<[FeedSyncResult]>([])

    init() throws {
        let clock = clock
        store = try Store(path: home.path("library.sqlite"), now: { clock.timestamp })
    }

    /// Serves a feed with validators that change with its text.
    func serve(_ feed: FeedText, at path: String = "/feed") {
        let etag = "\"\(feed.text.hashValue)\""
        server.route(path, serving: Content(text: feed.text, etag: etag))
    }

    func subscribe(_ path: String = "/feed") async throws -> ColumnID {
        try await store.addColumn(url: server.url(path)).id
    }

    /// Syncs all columns, or some, and answers the results in the order of the columns' numbers.
    @discardableResult
    func sync(
        _ ids: [ColumnID]? = nil, login: (user: String, password: String)? = nil,
        _ change: (inout FeedSyncConfiguration) -> Void = { _ in }
    ) async throws -> [FeedSyncResult] {
        var configuration = FeedSyncConfiguration()
        change(&configuration)
        let clock = clock
        let synchronizer = FeedSynchronizer(
            store: store, client: client, configuration: configuration, logins: { _ in login },
            now: { clock.timestamp })
        results.withLock { $0 = [] }
        let columns = try await store.columns().filter { ids?.contains($0.id) ?? true }
        try await synchronizer.sync(columns) { result in
            self.results.withLock { $0.append(result) }
        }
        return results.withLock { $0 }.sorted { $0.column < $1.column }
    }

    /// Subscribes as a user does.
    func subscribing(_ path: String) async throws -> Subscription {
        try await FeedSynchronizer(
            store: store, client: client, configuration: FeedSyncConfiguration()
        ).subscribe(to: server.url(path))
    }

    /// The outcome of a sync of the only column.
    func outcome(
        login: (user: String, password: String)? = nil,
        _ change: (inout FeedSyncConfiguration) -> Void = { _ in }
    ) async throws -> FeedSyncResult.Outcome? {
        try await sync(login: login, change).first?.outcome
    }

    func titles() async throws -> [String] {
        try await store.episodes(EpisodeQuery(order: .oldest)).map(\.title)
    }
}

extension FeedSyncResult.Outcome {
    /// How many episodes were added; nil where nothing was merged.
    var added: Int? {
        guard case .merged(let counts) = self else { return nil }
        return counts.added
    }

    /// Why it failed; nil where it did not.
    var failure: Failure? {
        guard case .failed(let failure, _) = self else { return nil }
        return failure
    }
}
