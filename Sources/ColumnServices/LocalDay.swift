public import ColumnModel
@preconcurrency import Glibc

/// A day of the local calendar.
public struct LocalDay: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    public let number: Int

    /// Makes a day from days since 1970-01-01.
    public init(number: Int) {
        self.number = number
    }

    /// The day on which a moment lies.
    public init(of moment: Timestamp) {
        var seconds = time_t(moment.secondsSince1970)
        var time = tm()
        localtime_r(&seconds, &time)
        let date = CivilDate(
            year: Int(time.tm_year) + 1_900, month: Int(time.tm_mon) + 1, day: Int(time.tm_mday))
        self.init(number: date.daysSince1970)
    }

    /// A day by its date; nil where there is no such day from 1900 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1_900...9_999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        self.init(number: date.daysSince1970)
        guard CivilDate(daysSince1970: number) == date else { return nil }
    }

    /// Its date.
    public var parts: (year: Int, month: Int, day: Int) {
        let date = CivilDate(daysSince1970: number)
        return (date.year, date.month, date.day)
    }

    /// The day of the week, Monday 0.
    public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

    /// The Monday of its week.
    public var weekStart: LocalDay { LocalDay(number: number - weekday) }

    /// The first of its month.
    public var monthStart: LocalDay { LocalDay(number: number - parts.day + 1) }

    /// The moment at which it begins.
    public var start: Timestamp {
        let parts = parts
        var time = tm()
        time.tm_year = Int32(parts.year - 1_900)
        time.tm_mon = Int32(parts.month - 1)
        time.tm_mday = Int32(parts.day)
        time.tm_isdst = -1
        return Timestamp(secondsSince1970: Int64(mktime(&time)))
    }

    /// By time.
    public static func < (left: LocalDay, right: LocalDay) -> Bool { left.number < right.number }
}
