/// A sleep timer that sets itself when playing starts at night.
public struct NightTimer: Sendable, Hashable {
    /// From which minute of the day on, by the clock on the wall.
    public let start: Int
    /// Up to which one; before `start`, it is that of the next day.
    public let end: Int
    /// What the timer is set to.
    public let kind: SleepKind

    /// Makes a timer for a stretch of the night.
    public init(start: Int, end: Int, kind: SleepKind) {
        self.start = start
        self.end = end
        self.kind = kind
    }

    /// Whether a minute of the day is in the night.
    public func contains(_ minute: Int) -> Bool {
        start <= end ? (start..<end).contains(minute) : minute >= start || minute < end
    }
}
