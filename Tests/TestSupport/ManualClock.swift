public import ColumnModel
import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualClock: Clock, Sendable {
    /// A moment of this clock: the time since it was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The moment that lies a duration later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The time from here to another moment.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// The earlier moment is the smaller.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.offset < right.offset
        }
    }

    private struct Reading {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Instant] = [:]
        var lastSleeper = 0
    }

    private let reading = Watched(Reading())
    private let start: Timestamp

    /// Makes a clock whose zero is a moment of the calendar (default: 2023-11-14 22:13:20 UTC).
    public init(startingAt start: Timestamp = Timestamp(secondsSince1970: 1_700_000_000)) {
        self.start = start
    }

    /// The moment that the clock shows.
    public var now: Instant { reading.value.now }

    /// Any duration can be told.
    public var minimumResolution: Duration { .zero }

    /// The same moment in the calendar, in whole seconds.
    public var timestamp: Timestamp { start + now.offset }

    /// Moves the clock on and wakes those who slept up to there.
    public func advance(by duration: Duration) {
        reading.update { $0.now = $0.now.advanced(by: duration) }
    }

    /// Sleeps until the clock was moved to a moment.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = reading.update { reading in
            reading.lastSleeper += 1
            reading.sleepers[reading.lastSleeper] = deadline
            return reading.lastSleeper
        }
        defer { reading.update { $0.sleepers[id] = nil } }
        do {
            try await reading.wait(for: "the clock to reach \(deadline.offset)") {
                $0.now >= deadline
            }
        } catch .cancelled {
            throw CancellationError()
        }
    }

    /// Suspends until so many tasks sleep, and gives the times for which they still will.
    @discardableResult
    public func waitForSleepers(_ count: Int = 1) async throws(WaitError) -> [Duration] {
        let reading = try await reading.wait(for: "\(count) sleepers") { reading in
            reading.sleepers.values.count { $0 > reading.now } >= count
        }
        return reading.sleepers.values.map { reading.now.duration(to: $0) }.sorted()
    }
}
