import ColumnServices

/// When playing is to stop by itself, as users write it.
enum SleepText: Sendable, Equatable {
    /// After some time of playing.
    case after(Duration)
    /// At the end of so many episodes, this one counted.
    case episodes(Int)
    /// At the end of the chapter.
    case chapter

    /// Reads `30m`, `45` (minutes), `end`, `chapter`, `3eps`.
    init?(_ text: String) {
        if text == "end" {
            self = .episodes(1)
        } else if text == "chapter" {
            self = .chapter
        } else if text.hasSuffix("eps"), let count = Int(text.dropLast(3)),
            (1...999).contains(count)
        {
            self = .episodes(count)
        } else if let minutes = Int(text), (1...1_440).contains(minutes) {
            self = .after(.seconds(minutes * 60))
        } else if let duration = UnitText.duration(text), duration > .zero {
            self = .after(duration)
        } else {
            return nil
        }
    }

    static func isValid(_ text: String) -> Bool { SleepText(text) != nil }
}
