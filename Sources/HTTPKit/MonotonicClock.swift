/// Time that only goes forward, and waiting for it; tests give their own.
public struct MonotonicClock: Sendable {
    /// The time since some fixed moment.
    public let now: @Sendable () -> Duration
    /// Waits; ends early with an error when the task is cancelled.
    public let sleep: @Sendable (Duration) async throws(CancellationError) -> Void

    /// Makes a clock.
    public init(
        now: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clock, which also counts while the machine sleeps.
    public static let system: MonotonicClock = {
        let start = ContinuousClock.now
        return MonotonicClock(
            now: { ContinuousClock.now - start },
            sleep: { duration throws(CancellationError) in
                do {
                    try await ContinuousClock().sleep(for: duration)
                } catch {
                    throw CancellationError()
                }
            })
    }()
}
