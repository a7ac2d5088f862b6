import ColumnModel

/// The parts of a date as they are found.
struct DateFields {
    var year: Int?
    var month: Int?
    var day: Int?
    var hour: Int?
    var minute = 0
    var second = 0
    var isAfternoon: Bool?
    /// Seconds east of UTC.
    var offset: Int?
    /// Seconds east of UTC where the date names no zone: what its language says of its place.
    var fallbackOffset: Int?
    var region: TimeZoneRegion?
    /// The day of the week, 0 for Sunday.
    var weekday: Int?
    /// Two numbers of which it is open which is the day: `03/04`.
    var ambiguous: (Int, Int)?

    /// The moment, when the parts make one.
    var timestamp: Timestamp? {
        guard let year, (1...9999).contains(year) else { return nil }
        var (month, day) = (month, day)
        if let (first, second) = ambiguous {
            // Month first, unless that is no date or the weekday says otherwise.
            let isMonthFirst = isValid(year, first, second)
            let isDayFirst = isValid(year, second, first)
            let useDayFirst =
                isDayFirst
                && (!isMonthFirst
                    || (weekday != nil && weekday != Self.weekday(year, first, second)
                        && weekday == Self.weekday(year, second, first)))
            (month, day) = useDayFirst ? (second, first) : (first, second)
        }
        guard let month, let day, isValid(year, month, day), let seconds = secondsOfDay else {
            return nil
        }
        let local = Self.days(year, month, day) * 86_400 + seconds
        let east = offset ?? region?.offset(atLocal: local, year: year) ?? fallbackOffset ?? 0
        return Timestamp(secondsSince1970: Int64(local - east))
    }

    private var secondsOfDay: Int? {
        guard var hour else { return 0 }
        if let isAfternoon, hour <= 12 {
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard minute < 60, second <= 60, hour < 24 || (hour == 24 && minute == 0 && second == 0)
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    private func isValid(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        (1...12).contains(month) && day >= 1 && day <= Self.daysIn(month, of: year)
    }

    static func daysIn(_ month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 31
        }
    }

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Days from 1970-01-01 to a date of the Gregorian calendar, years 1…9999.
    static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        CivilDate(year: year, month: month, day: day).daysSince1970
    }

    /// The day of the week, 0 for Sunday.
    static func weekday(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let remainder = (days(year, month, day) + 4) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// A two-digit year lies in this century; three digits are years since 1900.
    static func fullYear(_ value: Int, digits: Int) -> Int {
        switch digits {
        case 1, 2: 2_000 + value
        case 3: 1_900 + value
        default: value
        }
    }
}
