import RemoteControl

/// Where a seek goes, as users write it: `+30`, `-1:00`, `12:30`, `50%`.
enum SeekWords {
    static func target(_ text: String) -> SeekTarget? {
        if text.hasSuffix("%") {
            guard let number = Double(text.dropLast()), (0...100).contains(number) else {
                return nil
            }
            return .share(number / 100)
        }
        if text.hasPrefix("+") { return time(text.dropFirst()).map { .by($0) } }
        if text.hasPrefix("-") { return time(text.dropFirst()).map { .by(.zero - $0) } }
        return time(text[...]).map { .to($0) }
    }

    /// Seconds, or minutes and seconds, or hours too.
    private static func time(_ text: Substring) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds: Int64 = 0
        for part in parts {
            guard let number = Int64(part), (0...1_000_000).contains(number) else { return nil }
            seconds = seconds * 60 + number
        }
        return .seconds(seconds)
    }
}
