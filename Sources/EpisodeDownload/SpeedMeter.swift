import Synchronization

/// The speed of a transfer, smoothed over some seconds.
final class SpeedMeter: Sendable {
    private struct State {
        var last: ContinuousClock.Instant
        var seen: Int64 = 0
        var speed = 0.0
    }

    private let state: Mutex<State>

    init() {
        state = Mutex(State(last: .now))
    }

    /// Takes how many bytes have come in this attempt; a smaller number begins a new attempt.
    ///
    /// Answers the speed and how many bytes are new.
    func update(received: Int64) -> (speed: Double, new: Int64) {
        state.withLock { state in
            let now = ContinuousClock.now
            let new = received >= state.seen ? received - state.seen : received
            state.seen = received
            let elapsed = (now - state.last) / .seconds(1)
            if elapsed > 0 {
                // A window of about three seconds, however often this is called.
                let weight = min(1, elapsed / 3)
                state.speed += weight * (Double(new) / elapsed - state.speed)
                state.last = now
            }
            return (state.speed, new)
        }
    }
}
