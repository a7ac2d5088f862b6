import ColumnModel
import JSONKit

/// The times of actions: `2026-11-30T08:15:00`, in UTC where no zone is named (RFC 3339 otherwise).
enum ActionTime {
    /// Writes a moment as the servers take it.
    static func text(_ moment: Timestamp) -> String {
        let seconds = min(max(moment.secondsSince1970, 0), 253_402_300_799)
        let (days, rest) = (seconds / 86_400, seconds % 86_400)
        let (year, month, day) = date(ofDay: days)
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
            + "\(pad(rest / 3_600, 2)):\(pad(rest / 60 % 60, 2)):\(pad(rest % 60, 2))"
    }

    /// Reads a moment, also as seconds since 1970; nil for what is none.
    static func read(_ value: JSONTree) -> Timestamp? {
        if let number = value.double, (0...253_402_300_799).contains(number) {
            return Timestamp(secondsSince1970: Int64(number))
        }
        return value.string.flatMap(read)
    }

    private static func read(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int64? {
            guard start + count <= bytes.count else { return nil }
            var value: Int64 = 0
            for byte in bytes[start..<start + count] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            return value
        }
        guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
            let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var index = 19
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        }
        var offset: Int64 = 0
        if index < bytes.count, bytes[index] != UInt8(ascii: "Z") {
            let hasColon = index + 3 < bytes.count && bytes[index + 3] == UInt8(ascii: ":")
            guard [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]),
                let hours = number(index + 1, 2),
                let minutes = number(index + (hasColon ? 4 : 3), 2)
            else { return nil }
            offset = (hours * 60 + minutes) * 60 * (bytes[index] == UInt8(ascii: "-") ? -1 : 1)
        }
        let seconds = dayNumber(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
        return Timestamp(secondsSince1970: seconds - offset)
    }

    private static func pad(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Days since 1970 of a date of the Gregorian calendar, by counting years from March.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func date(ofDay days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part + (part < 10 ? 3 : -9)
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * part + 2) / 5 + 1
        )
    }
}
