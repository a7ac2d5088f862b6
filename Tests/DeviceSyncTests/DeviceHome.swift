import ColumnModel
import ColumnStore
import DeviceSync
import HTTPKit
import Synchronization
import TestSupport

/// A clock that tests set; two homes and a server may look at one.
final class SharedClock: Sendable {
    private let seconds = Mutex<Int64>(1_700_000_000)

    var now: Int64 { seconds.withLock { $0 } }

    func advance(by count: Int64) {
        seconds.withLock { $0 += count }
    }
}

/// A library with the means to sync it with a server.
struct DeviceHome {
    let name: String
    let store: Store
    let clock: SharedClock
    private let home = TemporaryHome()
    private let client: HTTPClient
    private let server: DeviceServerDouble

    init(
        _ name: String, _ kind: DeviceAccount.Kind, at server: DeviceServerDouble,
        clock: SharedClock, ahead: Int64 = 0
    ) async throws {
        self.name = name
        self.clock = clock
        self.server = server
        store = try Store(path: home.path("library.sqlite")) {
            Timestamp(secondsSince1970: clock.now + ahead)
        }
        client = HTTPClient(configuration: HTTPConfiguration(userAgent: "test", proxy: ""))
        try await store.setDeviceAccount(
            DeviceAccount(
                url: server.url, kind: kind, user: DeviceServerDouble.user, device: name))
    }

    func synchronizer(
        _ options: DeviceSyncOptions = DeviceSyncOptions(), password: String? = nil,
        isPrivate: @escaping @Sendable (Column) -> Bool = { _ in false }
    ) async throws -> DeviceSynchronizer {
        guard let account = try await store.deviceAccount() else { throw NoAccount() }
        return DeviceSynchronizer(
            store: store, account: account,
            login: DeviceLogin(
                user: account.user, password: password ?? server.password),
            client: client, options: options, isPrivate: isPrivate,
            feedAddress: { $0.hasPrefix("http") ? $0 : nil })
    }

    /// Syncs, and fetches the feeds of what is new as a sync of feeds would.
    @discardableResult
    func sync(_ options: DeviceSyncOptions = DeviceSyncOptions()) async throws -> DeviceSyncReport {
        let synchronizer = try await synchronizer(options)
        var report = try await synchronizer.sync()
        for column in report.addedHere { try await fill(column) }
        if !report.addedHere.isEmpty {
            let outcome = try await synchronizer.applyWaiting()
            report.actions.changed += outcome.changed
            report.actions.waiting = outcome.waiting
        }
        return report
    }

    @discardableResult
    func subscribe(_ feed: Int) async throws -> ColumnID {
        let id = try await store.addColumn(url: Self.feed(feed)).id
        try await fill(id)
        return id
    }

    static func feed(_ number: Int) -> String { "https://feeds.example.org/\(number).xml" }

    /// Gives a column the three episodes of its feed, unless it has them.
    private func fill(_ id: ColumnID) async throws {
        guard let column = try await store.column(id), column.episodeCount == 0 else { return }
        let url = column.url
        let stem = String(url.dropLast(4))
        try await store.merge(into: id) { session in
            for number in 1...3 {
                var episode = ParsedEpisode()
                episode.guid = "\(stem)#\(number)"
                episode.title = "\(stem) \(number)"
                episode.duration = .seconds(3_600)
                episode.enclosures = [
                    Enclosure(url: "\(stem)/\(number).mp3?from=feed", type: "audio/mpeg", length: 9)
                ]
                try session.insert(
                    episode,
                    keys: EpisodeKeys(
                        guid: episode.guid, urlKey: nil, titleKey: Int64(number), published: nil,
                        duration: nil, contentHash: 0), isNew: true, cause: "test")
            }
            var feed = ParsedFeed(kind: .rss)
            feed.title = url
            try session.finish(feed: feed, state: FeedState())
        }
    }

    /// An episode of a column that is subscribed to.
    func episode(_ feed: Int, _ number: Int) async throws -> Episode? {
        guard
            let column = try await store.columns().first(where: {
                $0.url == Self.feed(feed)
            })
        else { return nil }
        return try await store.episodes(EpisodeQuery(.all, column: column.id)).first {
            $0.guid?.hasSuffix("/\(feed)#\(number)") == true
        }
    }

    func play(_ feed: Int, _ number: Int, to seconds: Int64) async throws {
        guard let id = try await episode(feed, number)?.id else { return }
        try await store.savePosition(.seconds(seconds), of: id)
    }

    func mark(_ feed: Int, _ number: Int, played: Bool) async throws {
        guard let id = try await episode(feed, number)?.id else { return }
        try await store.mark([id], played: played, by: .user, cause: "mark")
    }

    func remove(_ feed: Int) async throws {
        let columns = try await store.columns()
        guard let id = columns.first(where: { $0.url == Self.feed(feed) })?.id else { return }
        try await store.removeColumn(id)
    }

    /// The feeds' numbers.
    var feeds: Set<Int> {
        get async throws {
            Set(
                try await store.columns().compactMap { column in
                    Int(column.url.split(separator: "/").last?.dropLast(4) ?? "")
                })
        }
    }

    /// Each episode's guid with the place in seconds, and `!` where it was played.
    var places: [String: String] {
        get async throws {
            let subscribed = Set(try await store.columns().map(\.id))
            return Dictionary(
                try await store.episodes(EpisodeQuery()).filter { subscribed.contains($0.column) }
                    .map {
                        (
                            $0.guid ?? "",
                            "\($0.position.components.seconds)\($0.isPlayed ? "!" : "")"
                        )
                    }
            ) { first, _ in first }
        }
    }

    private struct NoAccount: Error {}
}
