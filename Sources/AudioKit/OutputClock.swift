@preconcurrency import Glibc
import Synchronization

/// The clock that paces an output without a device.
public protocol OutputClock: Sendable {
    /// Time since some fixed moment.
    var now: Duration { get }

    /// Whether time passes only by sleeping, so that an hour can be played in seconds.
    var isVirtual: Bool { get }

    /// Blocks this thread until a time.
    func sleep(until deadline: Duration)
}

/// The machine's monotonic clock.
public struct SteadyClock: OutputClock {
    /// Makes the clock.
    public init() {}

    /// Time since the machine started (`CLOCK_MONOTONIC`).
    public var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Always false.
    public var isVirtual: Bool { false }

    /// Sleeps (`clock_nanosleep`), to the deadline and not for a span, so that nothing adds up.
    public func sleep(until deadline: Duration) {
        let (seconds, attoseconds) = deadline.components
        var time = timespec(
            tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }
}

/// A clock that jumps ahead by each sleep.
public final class VirtualClock: OutputClock {
    private let time = Mutex(Duration.zero)

    /// Makes a clock that stands at zero.
    public init() {}

    /// The sum of all sleeps.
    public var now: Duration { time.withLock { $0 } }

    /// Always true.
    public var isVirtual: Bool { true }

    /// Jumps to the deadline.
    public func sleep(until deadline: Duration) {
        time.withLock { $0 = max($0, deadline) }
    }
}
