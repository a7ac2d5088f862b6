import ColumnModel
import TerminalText

/// A day, as `2026-11-30`.
enum DayText {
    static func day(_ moment: Timestamp, _ settings: TUISettings) -> String {
        let seconds = moment.secondsSince1970
        let offset = settings.timeZone(seconds)
        guard abs(seconds) < 253_402_300_800 else { return "" }
        let days = floorDivide(seconds + offset, 86_400)
        // Days since 1 March of the year 0, in eras of 400 years (Howard Hinnant's civil_from_days).
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let civilMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0)
        return "\(year)-\(NumberText.twoDigits(civilMonth))-\(NumberText.twoDigits(day))"
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}
