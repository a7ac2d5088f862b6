public import ColumnModel
import ColumnStore

/// Episodes that were taken out of the queue at one time.
public struct RemovedFromQueue: Sendable, Equatable {
    /// Identifies it.
    public let id: Int64
    /// When.
    public let at: Timestamp
    /// How, as `played`, `queue remove`, `queue clear`.
    public let cause: String
    /// The episodes, in the queue's order.
    public let episodes: [Episode]
}

extension LibraryService {
    /// What was taken out of the queue and is not back in it, the newest first.
    public func queueHistory(limit: Int = 50) async throws(LibraryError) -> [RemovedFromQueue] {
        let removals = try await ask { (store) throws(StoreError) in
            try await store.queueRemovals(limit: limit)
        }
        var history: [RemovedFromQueue] = []
        for removal in removals {
            history.append(
                RemovedFromQueue(
                    id: removal.id, at: removal.at, cause: removal.cause,
                    episodes: try await episodes(removal.episodes)))
        }
        return history
    }

    /// Puts back what was taken out at one time, to where it stood; answers how many places.
    public func restoreQueue(_ id: Int64) async throws(LibraryError) -> Int {
        try await ask { (store) throws(StoreError) in try await store.restoreQueue(id) }
    }
}
