public import ColumnModel
public import ColumnStore
import Diagnostics
public import HTTPKit

/// Fetches the feeds of columns, several at once, and merges each as it comes.
///
/// A run that is killed loses at most the feeds in flight: every result is its own transaction.
public struct FeedSynchronizer: Sendable {
    let store: Store
    let configuration: FeedSyncConfiguration
    let reader: FeedReader
    private let limiter: HostLimiter
    let now: @Sendable () -> Timestamp

    /// Makes a synchronizer.
    ///
    /// - Parameters:
    ///   - logins: the user's logins by address; they go to their own host only.
    ///   - now: the clock.
    public init(
        store: Store, client: HTTPClient, configuration: FeedSyncConfiguration,
        logins: @escaping LoginLookup = { _ in nil },
        now: @escaping @Sendable () -> Timestamp = Timestamp.current
    ) {
        self.store = store
        self.configuration = configuration
        self.now = now
        let folder = store.path.lastIndex(of: "/").map { String(store.path[..<$0]) } ?? "."
        reader = FeedReader(
            fetcher: FeedFetcher(
                client: client, temporaryFolder: folder, configuration: configuration,
                logins: logins, now: now),
            maximumPages: configuration.maximumPages)
        limiter = HostLimiter(total: configuration.concurrency, perHost: configuration.perHost)
    }

    /// Syncs columns and hands over each result as it is known; the order is that of the answers.
    ///
    /// Throws only where the library itself cannot be used; a failed feed is a result. A cancelled
    /// task ends soon, and what was merged stays.
    public func sync(
        _ columns: [Column], onResult: @escaping @Sendable (FeedSyncResult) async -> Void
    ) async throws(StoreError) {
        let states = try await store.feedStates()
        let results: [StoreError] = await withTaskGroup(of: StoreError?.self) { group in
            for column in columns {
                let state = states[column.id] ?? FeedState()
                group.addTask {
                    do throws(StoreError) {
                        await onResult(try await sync(column, state))
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { errors, error in
                if let error { errors.append(error) }
            }
        }
        if let error = results.first {
            throw error
        }
        try await store.updateSearchIndex()
    }
}

extension FeedSynchronizer {
    /// One column: fetch, judge, merge, remember.
    private func sync(_ column: Column, _ state: FeedState) async throws(StoreError)
        -> FeedSyncResult
    {
        if !configuration.isForced {
            if state.isStopped {
                return result(column, .stopped)
            }
            let moment = now()
            let isKnown = state.succeeded != nil && state.heldCount == nil
            if isKnown, let end = FetchPolicy.waitEnd(for: state, at: moment) {
                return result(column, .notDue(until: end))
            }
            if isKnown, FetchPolicy.isSkipped(state, at: moment) {
                return result(column, .notDue(until: nil))
            }
        }
        let host = (try? HTTPURL(column.url))?.origin.host ?? ""
        if !configuration.isForced, let end = try await store.notBefore(ofHost: host), end > now() {
            return result(column, .notDue(until: end))
        }
        do {
            return try await limiter.withLeave(for: host) {
                try await fetchAndMerge(column, state)
            }
        } catch let error as StoreError {
            throw error
        } catch let error as FeedSyncError {
            return try await remember(error, of: column, state, host: host)
        } catch {
            let failure = Failure(code: .cancelled, url: column.url)
            return result(column, .failed(failure, lastSuccess: state.succeeded))
        }
    }

    private func fetchAndMerge(_ column: Column, _ state: FeedState) async throws -> FeedSyncResult
    {
        let session = FeedSession(
            store: store, configuration: configuration, column: column, state: state, now: now)
        return try await session.run(reader)
    }

    /// Keeps why a feed failed, and what the server asked for.
    private func remember(
        _ error: FeedSyncError, of column: Column, _ state: FeedState, host: String
    ) async throws(StoreError) -> FeedSyncResult {
        var state = state
        let failure = error.failure
        if failure.code != .cancelled {
            state.checked = now()
            state.failures += 1
            state.failure = failure
            state.isStopped = failure.status == 410
            if let wait = error.retryAfter {
                state.notBefore = now() + wait
                try await store.setNotBefore(now() + wait, ofHost: host)
            }
            try await store.setFeedStates([(column: column.id, state: state)])
        }
        Log.write(.warning, .sync, "\(column.url): \(failure.code.rawValue)")
        return result(column, .failed(failure, lastSuccess: state.succeeded))
    }

    private func result(_ column: Column, _ outcome: FeedSyncResult.Outcome) -> FeedSyncResult {
        FeedSyncResult(
            column: column.id, title: column.title, url: column.url, outcome: outcome,
            movedFrom: nil, problem: nil)
    }
}
