import ColumnModel
import ColumnStore
public import PlaybackRules

/// When playing is to stop, as people write it.
public enum SleepText {
    /// Reads `30m`, `45` (minutes), `23:30`, `end`, `3eps`, `chapter`, `2chapters`; nil for others.
    ///
    /// A time of the day is the next one of that name.
    public static func kind(_ text: String) -> SleepKind? {
        kind(text, now: Timestamp.current(), clock: .system)
    }

    /// The same at a moment, by a clock.
    static func kind(_ text: String, now: Timestamp, clock: LocalClock) -> SleepKind? {
        switch text {
        case "end": return .episodes(1)
        case "chapter": return .chapters(1)
        default: break
        }
        if let minute = minute(text) { return .at(clock.next(minute: minute, after: now)) }
        if let count = count(text, "eps") { return .episodes(count) }
        if let count = count(text, "chapters") { return .chapters(count) }
        if let minutes = Int(text), (1...1_440).contains(minutes) {
            return .after(.seconds(minutes * 60))
        }
        guard let time = UnitText.duration(text), time > .zero else { return nil }
        return .after(time)
    }

    /// Reads `22:00-06:00 30m`; nil for others, also for a timer by a time of the day.
    public static func night(_ text: String) -> NightTimer? {
        let parts = text.split(separator: " ")
        guard parts.count == 2 else { return nil }
        let times = parts[0].split(separator: "-").map { minute(String($0)) }
        guard times.count == 2, let start = times[0], let end = times[1], start != end,
            minute(String(parts[1])) == nil, let kind = kind(String(parts[1]))
        else { return nil }
        return NightTimer(start: start, end: end, kind: kind)
    }

    /// The minute of the day of `23:30`.
    private static func minute(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    private static func count(_ text: String, _ suffix: String) -> Int? {
        guard text.hasSuffix(suffix), let count = Int(text.dropLast(suffix.utf8.count)),
            (1...999).contains(count)
        else { return nil }
        return count
    }
}
