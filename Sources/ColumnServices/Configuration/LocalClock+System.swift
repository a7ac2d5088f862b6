import ColumnModel
@preconcurrency import Glibc
public import PlaybackRules

extension LocalClock {
    /// The clock of this machine's time zone (`localtime_r`).
    public static let system = LocalClock { moment in
        var seconds = time_t(moment.secondsSince1970)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
}
