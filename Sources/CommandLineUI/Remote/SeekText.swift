import ColumnServices
import RemoteControl

/// Where a seek goes, as users write it.
enum SeekText {
    /// Reads `+30`, `-1:00`, `+5m`, `12:30`, `50%`.
    static func target(_ text: String) -> SeekTarget? {
        if text.hasSuffix("%") {
            guard case .number(let share)? = ConfigurationValue(text, as: .share) else {
                return nil
            }
            return .share(share)
        }
        if text.hasPrefix("+") { return ValueKind.time(String(text.dropFirst())).map { .by($0) } }
        if text.hasPrefix("-") {
            return ValueKind.time(String(text.dropFirst())).map { .by(.zero - $0) }
        }
        return ValueKind.time(text).map { .to($0) }
    }
}
