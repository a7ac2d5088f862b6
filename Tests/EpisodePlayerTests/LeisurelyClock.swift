import AudioKit

/// A clock that no machine is too slow for: time passes only by sleeping, and each sleep is short.
///
/// So commands meet a player at work, and the sound never runs dry.
final class LeisurelyClock: OutputClock {
    private let time = VirtualClock()
    private let steady = SteadyClock()

    var now: Duration { time.now }
    var isVirtual: Bool { true }

    func sleep(until deadline: Duration) {
        steady.sleep(until: steady.now + .milliseconds(20))
        time.sleep(until: deadline)
    }
}
