/// Whether the timer of the night is set: at a start of playing, never against the listener.
public struct NightRule: Sendable, Hashable {
    /// What happens.
    public enum Event: Sendable, Hashable {
        /// Playing starts, by hand or because another episode follows.
        case started
        /// The listener set a timer, or ended one.
        case userSet
    }

    /// What to do with the sleep timer.
    public enum Effect: Sendable, Hashable {
        /// Set it.
        case arm(SleepKind)
        /// End it: it was set last night and not used, and this is the morning.
        case cancel
    }

    private let timer: NightTimer
    /// Whether it set the timer that runs.
    private var isOurs = false
    /// Whether the listener has decided otherwise for this night.
    private var isRefused = false

    /// Makes a rule.
    public init(_ timer: NightTimer) {
        self.timer = timer
    }

    /// Takes an event and says what follows.
    ///
    /// - Parameters:
    ///   - minute: of the day, by the clock on the wall.
    ///   - isArmed: whether a sleep timer is set.
    public mutating func handle(_ event: Event, minute: Int, isArmed: Bool) -> Effect? {
        let isNight = timer.contains(minute)
        if !isNight { isRefused = false }
        switch event {
        case .userSet:
            isOurs = false
            isRefused = isNight
            return nil
        case .started where isNight:
            guard !isArmed, !isRefused else { return nil }
            isOurs = true
            return .arm(timer.kind)
        case .started:
            guard isOurs else { return nil }
            isOurs = false
            return isArmed ? .cancel : nil
        }
    }
}
