public import ColumnModel
import Synchronization

/// What changed in the library; views read again what they show of it.
public enum StoreChange: Sendable, Hashable {
    /// Columns were added, removed or renamed, or their sync went on.
    case columns
    /// Episodes of a column were added or changed.
    case episodes(ColumnID)
    /// What is on disk of an episode's audio changed.
    case audio(EpisodeID)
    /// The place in an episode, or whether it is played, changed.
    case position(EpisodeID)
    /// The queue changed.
    case queue
}

/// Hands changes to everyone who listens in this process.
final class ChangeStream: Sendable {
    private struct State {
        var nextID = 0
        var listeners: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    }

    private let state = Mutex(State())

    func makeStream() -> AsyncStream<StoreChange> {
        // A listener that lags sees the newest changes; it reads state, not history.
        let (stream, continuation) = AsyncStream.makeStream(
            of: StoreChange.self, bufferingPolicy: .bufferingNewest(256))
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ change: StoreChange) {
        for listener in state.withLock({ Array($0.listeners.values) }) {
            listener.yield(change)
        }
    }
}

extension Store {
    /// The changes that this store makes from now on; each call gives a stream of its own.
    public nonisolated func changeStream() -> AsyncStream<StoreChange> {
        changes.makeStream()
    }
}
