@preconcurrency import Glibc
import Synchronization
import ThreadKit

/// Waits for the signals that end the program, and ends it in an orderly way.
///
/// While a long job runs, the first signal cancels it, so that it keeps what it has; a later one
/// ends the program at once. Otherwise the first one does: the store is safe against that.
public final class Interruption: Sendable {
    private struct State {
        var received: Int32?
        var receivedAt: ContinuousClock.Instant?
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Takes the signals over; to be called before another thread is started.
    public init() {
        signal(SIGPIPE, SIG_IGN)
        var ending = sigset_t()
        sigemptyset(&ending)
        for number in Self.ending { sigaddset(&ending, number) }
        pthread_sigmask(SIG_BLOCK, &ending, nil)
    }

    /// Starts to wait.
    public func start() {
        startThread(name: "signals") { [self] in
            var ending = sigset_t()
            sigemptyset(&ending)
            for number in Self.ending { sigaddset(&ending, number) }
            while true {
                var number: Int32 = 0
                guard sigwait(&ending, &number) == 0 else { continue }
                handle(number)
            }
        }
    }

    /// Treats the loss of the output's reader like a signal that ends the program.
    public func outputBroke() {
        handle(SIGPIPE)
    }

    /// Which code a signal gave the program; nil while there was none.
    public var exitCode: ExitCode? {
        state.withLock { $0.received }.flatMap { ExitCode(rawValue: 128 + $0) }
    }

    /// Runs a long job that a signal cancels.
    func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await body() }
        let isLate = state.withLock { state in
            state.cancel = { task.cancel() }
            return state.received != nil
        }
        if isLate { task.cancel() }
        defer { state.withLock { $0.cancel = nil } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func handle(_ number: Int32) {
        let now = ContinuousClock.now
        let (cancel, isEcho) = state.withLock { state in
            defer {
                state.received = state.received ?? number
                state.receivedAt = state.receivedAt ?? now
            }
            guard let first = state.receivedAt else { return (state.cancel, false) }
            return (nil, state.cancel != nil && now - first < Self.patience)
        }
        if let cancel {
            cancel()
        } else if !isEcho {
            TerminalMode.restore()
            _exit(128 + number)
        }
    }

    /// Within this time a second signal is the echo of the first: a terminal's, timeout(1)'s.
    private static let patience = Duration.seconds(1)

    private static let ending = [SIGINT, SIGTERM, SIGHUP]
}
