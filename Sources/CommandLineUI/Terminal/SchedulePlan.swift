import ColumnModel
@preconcurrency import Glibc
import Localization
import TerminalText

/// When the timer goes off, for systemd, for cron and for people.
struct SchedulePlan: Equatable {
    /// How often, for systemd (OnCalendar=) and for cron.
    static let intervals: [String: (systemd: String, cron: String)] = [
        "15m": ("*:0/15", "*/15 * * * *"), "30m": ("*:0/30", "*/30 * * * *"),
        "1h": ("hourly", "7 * * * *"), "3h": ("0/3:00", "7 */3 * * *"),
        "6h": ("0/6:00", "7 */6 * * *"), "12h": ("0/12:00", "7 */12 * * *"),
        "1d": ("daily", "7 5 * * *"),
    ]

    /// In words, as `every 3h` or `at 07:00, 19:30`.
    let words: String
    /// The values of OnCalendar=.
    let calendars: [String]
    /// The first five fields of crontab lines.
    let cronTimes: [String]
    /// How far systemd may put it off, so that not all computers ask at once.
    let spread: String

    /// The words for people.
    var message: Message { Self.message(of: words) }

    /// The same of words that stand in a timer's unit.
    static func message(of words: String) -> Message {
        if words.hasPrefix("every ") { return "every \(words.dropFirst(6))" }
        if words.hasPrefix("at ") { return Message("at \(words.dropFirst(3))", context: "timer") }
        return Message(verbatim: words)
    }

    /// Goes off at regular times; nil for a length that does not divide the day.
    init?(every interval: String) {
        guard let times = Self.intervals[interval] else { return nil }
        words = "every \(interval)"
        calendars = [times.systemd]
        cronTimes = [times.cron]
        spread = interval == "15m" || interval == "30m" ? "1min" : "5min"
    }

    /// Goes off at times of the day, as `07:00` or `07:00,19:30`; nil for anything else.
    init?(at text: String) {
        var times: [(hour: Int, minute: Int)] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let numbers = part.split(separator: ":", omittingEmptySubsequences: false)
            guard numbers.count == 2, numbers.allSatisfy({ (1...2).contains($0.count) }),
                let hour = Int(numbers[0]), let minute = Int(numbers[1]),
                (0...23).contains(hour), (0...59).contains(minute)
            else { return nil }
            times.append((hour, minute))
        }
        let shown = times.map {
            NumberText.twoDigits($0.hour) + ":" + NumberText.twoDigits($0.minute)
        }
        words = "at \(shown.joined(separator: ", "))"
        calendars = shown.map { "*-*-* \($0):00" }
        cronTimes = times.map { "\($0.minute) \($0.hour) * * *" }
        spread = "1min"
    }

    /// When a line of a crontab that this program wrote goes off next; nil for another one.
    static func next(_ line: String, after now: Timestamp) -> Timestamp? {
        let fields = line.split(separator: " ").prefix(5).map(String.init)
        guard fields.count == 5, fields[2...] == ["*", "*", "*"] else { return nil }
        let minute = now.secondsSince1970 / 60 + 1
        for candidate in minute..<minute + 2 * 1_440 {
            var (seconds, local) = (Int(candidate * 60), tm())
            guard localtime_r(&seconds, &local) != nil else { return nil }
            if matches(fields[0], local.tm_min), matches(fields[1], local.tm_hour) {
                return Timestamp(secondsSince1970: candidate * 60)
            }
        }
        return nil
    }

    private static func matches(_ field: String, _ value: Int32) -> Bool {
        if field == "*" { return true }
        if field.hasPrefix("*/"), let step = Int32(field.dropFirst(2)), step > 0 {
            return value % step == 0
        }
        return Int32(field) == value
    }
}
