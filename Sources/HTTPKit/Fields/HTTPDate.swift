/// A date of a header field, in any of the three forms of RFC 9110 section 5.6.7.
public struct HTTPDate: Sendable, Hashable, Comparable {
    /// Seconds since 1970 in UTC.
    public let secondsSince1970: Int64

    /// Makes a date from seconds since 1970 in UTC.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Reads a field; nil where it has none of the forms or no such day exists.
    public init?(_ text: String) {
        var cursor = ByteCursor(text)
        cursor.skipBlanks()
        guard !cursor.letters().isEmpty else { return nil }
        if cursor.skip(",") {
            self.init(afterComma: &cursor)
        } else {
            self.init(asctime: &cursor)
        }
    }

    /// The earlier date is the smaller.
    public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT` and `Sunday, 06-Nov-94 08:49:37 GMT`.
    private init?(afterComma cursor: inout ByteCursor) {
        cursor.skipBlanks()
        guard let day = cursor.number() else { return nil }
        Self.skipSeparator(&cursor)
        guard let month = Self.month(cursor.letters()) else { return nil }
        Self.skipSeparator(&cursor)
        guard var year = cursor.number() else { return nil }
        if year < 100 {
            year += year < 70 ? 2000 : 1900
        }
        cursor.skipBlanks()
        guard let seconds = Self.time(&cursor) else { return nil }
        self.init(year: year, month: month, day: day, seconds: seconds)
    }

    /// `Sun Nov  6 08:49:37 1994`.
    private init?(asctime cursor: inout ByteCursor) {
        cursor.skipBlanks()
        guard let month = Self.month(cursor.letters()) else { return nil }
        cursor.skipBlanks()
        guard let day = cursor.number() else { return nil }
        cursor.skipBlanks()
        guard let seconds = Self.time(&cursor) else { return nil }
        cursor.skipBlanks()
        guard let year = cursor.number() else { return nil }
        self.init(year: year, month: month, day: day, seconds: seconds)
    }

    private init?(year: Int64, month: Int64, day: Int64, seconds: Int64) {
        guard (1601...9999).contains(year), (1...31).contains(day) else { return nil }
        // Days since 1970 in the Gregorian calendar, counted in years that begin in March.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        secondsSince1970 = (era * 146_097 + dayOfEra - 719_468) * 86_400 + seconds
    }

    private static func time(_ cursor: inout ByteCursor) -> Int64? {
        guard let hour = cursor.number(), hour < 24, cursor.skip(":"),
            let minute = cursor.number(), minute < 60, cursor.skip(":"),
            let second = cursor.number(), second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private static func skipSeparator(_ cursor: inout ByteCursor) {
        while let byte = cursor.current, byte == 0x20 || byte == 0x2D {
            cursor.advance()
        }
    }

    private static func month(_ name: String) -> Int64? {
        let names = [
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ]
        return names.firstIndex(of: String(name.prefix(3))).map { Int64($0) + 1 }
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The date in the preferred form, as `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let days = Self.floorDivide(secondsSince1970, 86_400)
        let seconds = secondsSince1970 - days * 86_400
        let shifted = days + 719_468
        let era = Self.floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let weekday = ((days % 7) + 11) % 7
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(weekdays[Int(weekday)]), \(Self.padded(day)) \(months[Int(month) - 1]) \(year)"
            + " \(Self.padded(seconds / 3600)):\(Self.padded(seconds / 60 % 60))"
            + ":\(Self.padded(seconds % 60)) GMT"
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }

    private static func padded(_ value: Int64) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }
}
