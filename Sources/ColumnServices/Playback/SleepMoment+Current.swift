import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import PlaybackRules

extension SleepMoment {
    /// Now, by both clocks.
    static func current() -> SleepMoment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return SleepMoment(
            uptime: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec),
            calendar: Timestamp.current())
    }
}
