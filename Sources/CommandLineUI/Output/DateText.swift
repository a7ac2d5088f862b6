import ColumnModel
@preconcurrency import Glibc
import Localization
import TerminalText

/// Moments in local time.
enum DateText {
    /// A day, as `2026-11-30`.
    static func day(_ moment: Timestamp) -> Message {
        let time = local(moment)
        return day(Int(time.tm_year) + 1_900, Int(time.tm_mon) + 1, Int(time.tm_mday))
    }

    /// A day by its parts.
    static func day(_ year: Int, _ month: Int, _ day: Int) -> Message {
        "\(year)-\(NumberText.twoDigits(month))-\(NumberText.twoDigits(day))"
    }

    /// A day and a time, as `2026-11-30 09:05`.
    static func minute(_ moment: Timestamp) -> Message {
        let time = local(moment)
        return
            "\(day(moment)) \(NumberText.twoDigits(time.tm_hour)):\(NumberText.twoDigits(time.tm_min))"
    }

    /// Reads `2026-11-30`, as the beginning of that day in local time, or `7d`, `12h` before now.
    static func moment(_ text: String, now: Timestamp) -> Timestamp? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Int32(parts[0]), let month = Int32(parts[1]),
            let day = Int32(parts[2]), (1_900...9_999).contains(year), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        var time = tm()
        time.tm_year = year - 1_900
        time.tm_mon = month - 1
        time.tm_mday = day
        time.tm_isdst = -1
        let seconds = mktime(&time)
        // 31 April becomes 1 May in mktime: no such day.
        return time.tm_mday == day ? Timestamp(secondsSince1970: Int64(seconds)) : nil
    }

    private static func local(_ moment: Timestamp) -> tm {
        var seconds = time_t(moment.secondsSince1970)
        var time = tm()
        localtime_r(&seconds, &time)
        return time
    }
}
