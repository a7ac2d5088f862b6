public import ColumnModel
public import ColumnStore
import FeedParsing
import HTTPKit

/// What came of a wish to subscribe.
public enum Subscription: Sendable {
    /// The column is there now, with what its feed had.
    case added(FeedSyncResult)
    /// The library has the column already.
    case known(ColumnID)
    /// There is no feed; nothing was changed.
    case failed(Failure)
    /// A web page that names several feeds; nothing was changed.
    case ambiguous(feeds: [String], page: String)
    /// A list of subscriptions (OPML); nothing was changed.
    case list([ParsedSubscription], skipped: Int)
}

extension FeedSynchronizer {
    /// Subscribes to the feed at an address, or to the only one that the web page there names.
    ///
    /// The feed is fetched once, so that nothing is subscribed to that is no feed and the title is
    /// known at once.
    public func subscribe(to text: String) async throws(StoreError) -> Subscription {
        guard let url = Self.address(from: text) else {
            return .failed(Failure(code: .refused, detail: "no valid address"))
        }
        if let known = try await store.columns().first(where: { $0.url == url.string }) {
            return .known(known.id)
        }
        do {
            return try await subscribe(to: try await reader.read(url.string), asked: url.string)
        } catch let error as StoreError {
            throw error
        } catch let error as FeedSyncError {
            return try await subscribe(toFeedOfPage: error)
        } catch {
            return .failed(Failure(code: .cancelled, url: url.string))
        }
    }

    private func subscribe(to reading: FeedReading, asked: String) async throws -> Subscription {
        let (id, isNew) = try await store.addColumn(url: reading.url, title: reading.feed.title)
        guard isNew, let column = try await store.column(id) else { return .known(id) }
        let session = FeedSession(
            store: store, configuration: configuration, column: column,
            state: try await store.feedState(of: id), now: now)
        return .added(try await session.merge(reading))
    }

    /// Where the address is a web page, looks for the feeds that it names.
    private func subscribe(toFeedOfPage error: FeedSyncError) async throws(StoreError)
        -> Subscription
    {
        if case .notAFeed(.opml)? = error.parsing, let bytes = error.fetched?.bytesInMemory,
            let list = try? OPML.list(in: bytes)
        {
            return .list(list.subscriptions, skipped: list.skipped.count)
        }
        guard case .notAFeed(.webPage)? = error.parsing, let page = error.fetched,
            let bytes = page.bytesInMemory
        else { return .failed(error.failure) }
        let links = Self.contentFeeds(of: bytes, baseURL: page.head.effectiveURL)
        guard let first = links.first?.url else { return .failed(error.failure) }
        // Of several formats, each once, it is the same feed.
        guard Set(links.map(\.type)).count == links.count else {
            return .ambiguous(feeds: links.map(\.url), page: page.head.effectiveURL)
        }
        do {
            let reading = try await reader.read(first, namedBy: page.head.effectiveURL)
            return try await subscribe(to: reading, asked: first)
        } catch let error as StoreError {
            throw error
        } catch let error as FeedSyncError {
            return .failed(error.failure)
        } catch {
            return .failed(Failure(code: .cancelled, url: first))
        }
    }

    /// The feeds that a page names, without those of its comments unless there is no other.
    private static func contentFeeds(of page: [UInt8], baseURL: String) -> [ParsedFeedLink] {
        let links = FeedDiscovery.links(inPage: page, hints: FeedHints(baseURL: baseURL))
        let main = links.filter { link in
            !link.url.lowercased().contains("comment")
                && link.title?.lowercased().contains("comment") != true
        }
        return main.isEmpty ? Array(links.prefix(1)) : main
    }

    /// An address as people type it: `feed:` and `pcast:` are http, a bare host is https.
    private static func address(from text: String) -> HTTPURL? {
        var text = text
        for prefix in ["feed://", "pcast://", "itpc://", "podcast://"] where text.hasPrefix(prefix)
        {
            text = "http://" + text.dropFirst(prefix.count)
        }
        for prefix in ["feed:", "pcast:"] where text.hasPrefix(prefix + "http") {
            text = String(text.dropFirst(prefix.count))
        }
        if !text.contains("://") {
            text = "https://" + text
        }
        return try? HTTPURL(text)
    }
}
