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
        self.init(
            uncheckedYear: Int(time.tm_year) + 1_900, month: Int(time.tm_mon) + 1,
            day: Int(time.tm_mday))
    }

    /// A day by its date; nil where there is no such day from 1900 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1_900...9_999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
        let parts = parts
        guard parts.month == month, parts.day == day else { return nil }
    }

    /// Counts from March, so that the leap day is a year's last.
    private init(uncheckedYear year: Int, month: Int, day: Int) {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number =
            era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Its date.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
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
