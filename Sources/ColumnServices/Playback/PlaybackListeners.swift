import Synchronization

/// Hands the player's events to everyone who listens.
final class PlaybackListeners: Sendable {
    private struct State {
        var nextID = 0
        var listeners: [Int: AsyncStream<PlaybackEvent>.Continuation] = [:]
        var ending: PlaybackEvent?
    }

    private let state = Mutex(State())

    func makeStream() -> AsyncStream<PlaybackEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: PlaybackEvent.self)
        let (id, ending) = state.withLock { state in
            state.nextID += 1
            if state.ending == nil { state.listeners[state.nextID] = continuation }
            return (state.nextID, state.ending)
        }
        if let ending {
            continuation.yield(ending)
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func send(_ event: PlaybackEvent) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(event) }
    }

    /// Sends the last event; whatever follows is lost.
    func finish(_ event: PlaybackEvent) {
        let listeners = state.withLock { state in
            guard state.ending == nil else { return [AsyncStream<PlaybackEvent>.Continuation]() }
            state.ending = event
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners {
            listener.yield(event)
            listener.finish()
        }
    }
}
