public import ColumnModel

/// When something happened, by both clocks that a sleep timer needs.
public struct SleepMoment: Sendable, Hashable {
    /// By a clock that nobody sets (CLOCK_MONOTONIC).
    public let uptime: Duration
    /// By the calendar.
    public let calendar: Timestamp

    /// Makes a moment.
    public init(uptime: Duration, calendar: Timestamp) {
        self.uptime = uptime
        self.calendar = calendar
    }
}
