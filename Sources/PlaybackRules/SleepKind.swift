public import ColumnModel

/// When playing is to stop by itself.
public enum SleepKind: Sendable, Hashable {
    /// After so much real time of playing, whatever the speed; pauses do not count.
    case after(Duration)
    /// At a moment of the calendar; if it is not playing then, nothing happens.
    case at(Timestamp)
    /// At the natural end of so many episodes, the present one counted.
    case episodes(Int)
    /// At the end of so many chapters, the present one counted.
    case chapters(Int)
}
