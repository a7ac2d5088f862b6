import Synchronization

/// A ceiling on bytes a second for all transfers that share it (a token bucket of one second).
public final class RateLimiter: Sendable {
    private struct State {
        var paidUntil: ContinuousClock.Instant
    }

    private let bytesPerSecond: Double
    private let state: Mutex<State>

    /// Makes a limiter; rates below one byte a second count as one.
    public init(bytesPerSecond: Int64) {
        self.bytesPerSecond = Double(max(1, bytesPerSecond))
        state = Mutex(State(paidUntil: .now))
    }

    /// Books bytes that have come and says from when on more may come.
    func book(_ count: Int, at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        state.withLock { state in
            // What was not used in the last half second is lost, so that bursts stay small.
            let start = max(state.paidUntil, now - .milliseconds(500))
            state.paidUntil = start + .seconds(Double(count) / bytesPerSecond)
            return state.paidUntil
        }
    }
}
