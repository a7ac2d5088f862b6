import ColumnModel
import ColumnServices
import PlaybackRules

extension ValueKind {
    /// Whether a text has the form.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .text, .query: true
        case .column, .episode, .subject, .file, .source, .key: !text.isEmpty
        case .dayTimes: SchedulePlan(at: text) != nil
        case .count(let range): Int(text).map(range.contains) == true
        case .choice(let words): words.contains(text)
        case .choices(let words):
            !text.isEmpty
                && text.split(separator: ",", omittingEmptySubsequences: false)
                    .allSatisfy { words.contains(String($0)) }
        case .time: Self.time(text) != nil
        case .speed: Self.speed(text) != nil
        case .output: PlaybackOutputs.isKnown(text)
        case .sleep: Self.sleep(text) != nil
        case .sleepOrOff:
            text == "off" || Self.sleep(text) != nil
                || (text.hasPrefix("+") && UnitText.duration(String(text.dropFirst())) != nil)
        case .age: UnitText.duration(text) != nil
        case .size: UnitText.size(text) != nil
        case .seek: SeekText.target(text) != nil
        case .moment:
            UnitText.duration(text) != nil
                || DateText.moment(text, now: Timestamp(secondsSince1970: 0)) != nil
        }
    }

    /// Reads a place in an episode: `90`, `12:30`, `1:02:03`, or with a unit `5m`.
    static func time(_ text: String) -> Duration? {
        if let duration = UnitText.duration(text) { return duration }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds: Int64 = 0
        for (index, part) in parts.enumerated() {
            guard !part.isEmpty, part.utf8.count <= 6,
                part.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(part),
                index == 0 || number < 60
            else { return nil }
            seconds = seconds * 60 + number
        }
        return .seconds(seconds)
    }

    /// Reads a speed from 0.5 to 4, as `1.5` or `1.5x`.
    static func speed(_ text: String) -> Double? {
        let digits = text.hasSuffix("x") ? String(text.dropLast()) : text
        guard case .number(let speed)? = ConfigurationValue(digits, as: .factor(0.5...4)) else {
            return nil
        }
        return speed
    }

    /// Reads when to stop: `30m`, `45` (minutes), `23:30`, `end`, `3eps`, `chapter`, `2chapters`.
    static func sleep(_ text: String) -> SleepKind? {
        SleepText.kind(text)
    }
}
