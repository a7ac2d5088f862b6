import ColumnServices
import Localization
import PlaybackRules
import RemoteControl
import Synchronization

/// A player that lives on when what it plays is over, and plays again when it is asked to.
///
/// Each time that it plays it makes a service of its own, so that at rest neither output nor file
/// is open.
final class PlayerHost: PlaybackControl {
    /// How long after the sleep timer ended it playing again sets the timer anew.
    private static let restartWindow = Duration.seconds(300)

    private struct State {
        var session: PlayerSession?
        var isStarting = false
        /// What is seen while nothing plays.
        var rest: PlaybackSnapshot
        var sleepKind: SleepKind?
        var slept: ContinuousClock.Instant?
        var listeners: [Int: AsyncStream<PlaybackChange>.Continuation] = [:]
        var lastListener = 0
    }

    private let makeSession: @Sendable (PlaybackOptions) throws -> PlayerSession
    private let options: PlaybackOptions
    private let state: Mutex<State>
    private let quits: AsyncStream<Void>
    private let quitter: AsyncStream<Void>.Continuation

    /// Makes a host that is at rest.
    init(
        options: PlaybackOptions, processID: Int32,
        makeSession: @escaping @Sendable (PlaybackOptions) throws -> PlayerSession
    ) {
        self.options = options
        self.makeSession = makeSession
        var rest = PlaybackSnapshot()
        rest.processID = processID
        rest.mode = options.mode
        state = Mutex(State(rest: rest))
        (quits, quitter) = AsyncStream.makeStream()
    }

    // MARK: - For those who steer it

    var snapshot: PlaybackSnapshot {
        let (session, rest) = state.withLock { ($0.session, $0.rest) }
        return session?.control.snapshot ?? rest
    }

    func changes() -> AsyncStream<PlaybackChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: PlaybackChange.self, bufferingPolicy: .bufferingNewest(64))
        let id = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    func perform(_ command: PlaybackCommand) async throws(PlaybackControlError) {
        var session = state.withLock { $0.session }
        // A moment later it is at rest, and what is asked is asked of that.
        if let current = session, await current.waitIfOver() {
            session = state.withLock { $0.session }
        }
        switch (command, session) {
        case (.quit, _):
            await session?.end()
            quitter.yield()
        case (_, let session?): try await session.control.perform(command)
        case (.play(let request), nil): try await start(request)
        case (.resume, nil), (.toggle, nil): try await start(PlayRequest())
        // At rest there is nothing left to stop but the player itself.
        case (.stop, nil): quitter.yield()
        case (.setMode(let mode), nil): rest { $0.mode = mode }
        case (.setVolume(let volume), nil): rest { $0.volume = volume }
        default: throw .nothingPlaying
        }
    }

    // MARK: - For its process

    /// Suspends until it is told to end, or the task is cancelled.
    func waitForQuit() async {
        for await _ in quits { return }
    }

    /// Ends what plays; the place is kept.
    func shutDown() async {
        await state.withLock { $0.session }?.end()
    }

    // MARK: - Sessions

    private func start(_ request: PlayRequest) async throws(PlaybackControlError) {
        let (isFree, rest, sleep) = state.withLock { state in
            defer { state.isStarting = true }
            let isSoon = state.slept.map { .now - $0 <= Self.restartWindow } ?? false
            return (!state.isStarting, state.rest, isSoon ? state.sleepKind : nil)
        }
        guard isFree else { throw .failed(detail: "it is starting already") }
        defer { state.withLock { $0.isStarting = false } }
        var options = options
        options.mode = rest.mode
        options.sleep = sleep ?? options.sleep
        let session: PlayerSession
        do {
            session = try makeSession(options)
        } catch {
            throw .failed(detail: FailureReport(error).message.english)
        }
        session.begin(
            onChange: { [weak self] change in self?.pass(change) },
            onEnd: { [weak self] ending, last in self?.ended(ending, last) })
        state.withLock { state in
            state.session = session
            state.slept = nil
        }
        do throws(PlaybackControlError) {
            try await session.control.perform(.play(request))
            if rest.volume != 1 { try await session.control.perform(.setVolume(rest.volume)) }
        } catch {
            await session.end()
            state.withLock { $0.session = nil }
            throw error
        }
    }

    private func pass(_ change: PlaybackChange) {
        let snapshot = snapshot
        state.withLock { state in
            // While it fires the timer is off already, but it is no longer playing then.
            if snapshot.sleep != nil || snapshot.status == .playing {
                state.sleepKind = snapshot.sleep?.kind
            }
        }
        tell(change)
    }

    private func ended(_ ending: PlaybackEnding, _ last: PlaybackSnapshot) {
        rest { rest in
            var next = PlaybackSnapshot()
            next.processID = rest.processID
            next.mode = last.mode
            next.volume = last.volume
            switch ending {
            case .slept:
                // As it was left: to be gone on with.
                next.track = last.track
                next.position = last.position
                next.duration = last.duration
                next.status = .paused
            case .failed(let item, let failure):
                let words = FailureReport(failure, of: item)
                next.failure = .init(code: words.code, message: words.message.english)
            case .listEnded, .stopped: break
            }
            rest = next
        }
        state.withLock { state in
            state.session = nil
            if case .slept = ending { state.slept = .now }
        }
        tell(.changed)
    }

    private func rest(_ change: (inout PlaybackSnapshot) -> Void) {
        state.withLock { change(&$0.rest) }
        tell(.changed)
    }

    private func tell(_ change: PlaybackChange) {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(change) }
    }
}
