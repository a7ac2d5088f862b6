public import ColumnModel
@preconcurrency import Glibc

extension Timestamp {
    /// This moment by the system's clock (`clock_gettime`, CLOCK_REALTIME).
    @Sendable public static func current() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(secondsSince1970: Int64(time.tv_sec))
    }
}
