import AudioKit
import Synchronization
import ThreadKit

/// What goes to the player's thread, and what comes from it.
final class PlayerMailbox: Sendable {
    /// A request with someone who waits for the answer.
    enum Request: Sendable {
        case load(PlayerItem, PlayerIntent)
        case prepare(PlayerItem?)
        case command(PlayerCommand)
    }

    enum Message: Sendable {
        case request(Request, CheckedContinuation<PlayerError?, Never>)
        case worker(DecodeWorker.Event, generation: Int)
        case output(AudioOutputEvent, generation: Int)
    }

    private struct State {
        var messages: [Message] = []
        var isClosed = false
        var listeners: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
        var nextListener = 0
        var snapshot: (@Sendable () -> PlayerSnapshot)?
        var fingerprint: (@Sendable (Duration) -> FrameFingerprint?)?
    }

    /// Given for messages, by the renderer's changes, and to close.
    let signal = ThreadSignal()
    private let state = Mutex(State())

    func send(_ request: Request) async throws(PlayerError) {
        let failure = await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.messages.append(.request(request, continuation)) }
                return state.isClosed
            }
            if isClosed { continuation.resume(returning: .closed) }
            signal.notify()
        }
        if let failure { throw failure }
    }

    func post(_ message: Message) {
        state.withLock { $0.messages.append(message) }
        signal.notify()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        signal.notify()
    }

    /// The waiting messages; nil once closed, when all who wait have been told.
    func take() -> [Message]? {
        let (messages, isClosed) = state.withLock { state in
            defer { state.messages.removeAll() }
            return (state.messages, state.isClosed)
        }
        guard isClosed else { return messages }
        for case .request(_, let continuation) in messages {
            continuation.resume(returning: .closed)
        }
        return nil
    }

    // MARK: - Outwards

    func makeEvents() -> AsyncStream<PlayerEvent> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
            let id = state.withLock { state in
                state.nextListener += 1
                state.listeners[state.nextListener] = continuation
                return state.nextListener
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
            }
        }
    }

    func emit(_ event: PlayerEvent) {
        for listener in state.withLock({ Array($0.listeners.values) }) {
            listener.yield(event)
        }
    }

    func finishEvents() {
        let listeners = state.withLock { state in
            defer { state.listeners.removeAll() }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    /// The player's thread says how a snapshot is made now.
    func setSnapshot(_ make: @escaping @Sendable () -> PlayerSnapshot) {
        state.withLock { $0.snapshot = make }
    }

    /// The player's thread says whose frames are heard now.
    func setFingerprint(_ make: @escaping @Sendable (Duration) -> FrameFingerprint?) {
        state.withLock { $0.fingerprint = make }
    }

    func fingerprint(at place: Duration) -> FrameFingerprint? {
        state.withLock { $0.fingerprint }?(place)
    }

    var snapshot: PlayerSnapshot {
        state.withLock { $0.snapshot }.map { $0() } ?? PlayerSnapshot()
    }
}
