import ColumnModel
import JSONKit

/// The times of actions: `2026-11-30T08:15:00`, in UTC where no zone is named (RFC 3339 otherwise).
enum ActionTime {
    /// Writes a moment as the servers take it.
    static func text(_ moment: Timestamp) -> String {
        let seconds = min(max(moment.secondsSince1970, 0), 253_402_300_799)
        let (days, rest) = (seconds / 86_400, seconds % 86_400)
        let date = CivilDate(daysSince1970: Int(days))
        return "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))T"
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
        let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
        let seconds = Int64(date.daysSince1970) * 86_400 + hour * 3_600 + minute * 60 + second
        return Timestamp(secondsSince1970: seconds - offset)
    }

    private static func pad(_ number: some BinaryInteger, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
