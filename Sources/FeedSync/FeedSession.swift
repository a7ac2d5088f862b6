import ColumnModel
import ColumnStore
import HTTPKit

/// Merges one column's reading and remembers how it went.
struct FeedSession {
    let store: Store
    let configuration: FeedSyncConfiguration
    let column: Column
    let state: FeedState
    let now: @Sendable () -> Timestamp

    /// Fetches, reads and merges.
    func run(_ reader: FeedReader) async throws -> FeedSyncResult {
        // A held sync is looked at again in full; the bytes alone say nothing about acceptance.
        let ignoresHash = configuration.isForced || state.heldCount != nil
        switch try await reader.read(column.url, state: state, ignoringHash: ignoresHash) {
        case .notModified:
            return try await unchanged(head: nil, url: column.url)
        case .sameBytes(let head, let url):
            return try await unchanged(head: head, url: url)
        case .reading(let reading):
            return try await merge(reading)
        }
    }

    /// Merges what was read; a mass change is held.
    func merge(_ reading: FeedReading) async throws -> FeedSyncResult {
        let merger = FeedMerger(
            store: store, column: column.id, holdShare: configuration.holdShare,
            newestCount: configuration.newestCount, acceptsHeld: state.acceptsHeld)
        let after = stateAfter(reading)
        let counts: MergeCounts
        do {
            if let episodes = reading.episodes {
                counts = try await merger.merge(episodes, of: reading.feed, state: after)
            } else {
                counts = try await merger.merge(
                    reading.fetched, keys: reading.keys, of: reading.feed, state: after)
            }
        } catch let held as FeedMerger.Held {
            var heldState = succeeded()
            heldState.heldCount = held.changes
            try await store.setFeedStates([(column: column.id, state: heldState)])
            return result(
                .held(changes: held.changes, known: held.known), title: reading.feed.title)
        }
        let hasMoved =
            reading.url != column.url && reading.feed.problems.isEmpty
            ? try await store.moveColumn(column.id, to: reading.url, cause: "moved for good")
            : false
        return result(
            .merged(counts), title: reading.feed.title, url: hasMoved ? reading.url : column.url,
            movedFrom: hasMoved ? column.url : nil, problem: reading.feed.problems.first)
    }
}

extension FeedSession {
    private func unchanged(head: HTTPResponseHead?, url: String) async throws -> FeedSyncResult {
        var after = succeeded()
        if let head {
            after.validatorsURL = url
            after.etag = head.fields["etag"]
            after.lastModified = head.fields["last-modified"]
        }
        try await store.setFeedStates([(column: column.id, state: after)])
        return result(.unchanged, title: nil)
    }

    private func stateAfter(_ reading: FeedReading) -> FeedState {
        var after = succeeded()
        if reading.feed.problems.isEmpty {
            after.bodyHash = reading.fetched.hash
            after.validatorsURL = reading.url
            after.etag = reading.fetched.head.fields["etag"]
            after.lastModified = reading.fetched.head.fields["last-modified"]
        } else {
            // The next sync is to see the whole feed again.
            after.bodyHash = nil
            after.validatorsURL = nil
        }
        FetchPolicy.note(reading.feed, reading.fetched.head, in: &after)
        after.heldCount = nil
        after.acceptsHeld = false
        return after
    }

    /// The state after a fetch that worked.
    private func succeeded() -> FeedState {
        var after = state
        after.checked = now()
        after.succeeded = after.checked
        after.notBefore = nil
        after.failures = 0
        after.failure = nil
        after.isStopped = false
        return after
    }

    private func result(
        _ outcome: FeedSyncResult.Outcome, title: String?, url: String? = nil,
        movedFrom: String? = nil, problem: FeedProblem? = nil
    ) -> FeedSyncResult {
        FeedSyncResult(
            column: column.id, title: title ?? column.title, url: url ?? column.url,
            outcome: outcome, movedFrom: movedFrom, problem: problem)
    }
}
