import ColumnModel
import Localization
import TerminalText

/// A day, as `2026-11-30`, or as the user’s language has it.
enum DayText {
    /// The cells that it takes.
    static func width(_ settings: TUISettings) -> Int {
        settings.language == .chinese ? 14 : 10
    }

    static func day(_ moment: Timestamp, _ settings: TUISettings) -> String {
        let seconds = moment.secondsSince1970
        let offset = settings.timeZone(seconds)
        guard abs(seconds) < 253_402_300_800 else { return "" }
        let days = floorDivide(seconds + offset, 86_400)
        let date = CivilDate(daysSince1970: Int(days))
        let day: Message =
            "\(date.year)-\(NumberText.twoDigits(date.month))-\(NumberText.twoDigits(date.day))"
        return day.text(in: settings.language)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}
