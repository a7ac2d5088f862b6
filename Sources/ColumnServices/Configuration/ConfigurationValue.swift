public import ColumnModel

/// A setting's value as read.
public enum ConfigurationValue: Sendable, Equatable {
    /// A whole number.
    case count(Int)
    /// A length of time.
    case duration(Duration)
    /// A number of bytes.
    case size(ByteCount)
    /// A share from 0 to 1, or a factor.
    case number(Double)
    /// On or off.
    case boolean(Bool)
    /// A word, a text, a path.
    case text(String)
    /// `none`.
    case none
}

extension ConfigurationValue {
    /// Reads a text as a kind of value; nil where it has another form.
    public init?(_ text: String, as kind: ConfigurationKind) {
        switch kind {
        case .count(let range):
            guard let count = Int(text), range.contains(count) else { return nil }
            self = .count(count)
        case .duration(let range):
            guard let duration = UnitText.duration(text), range.contains(duration) else {
                return nil
            }
            self = .duration(duration)
        case .size:
            guard let size = UnitText.size(text) else { return nil }
            self = .size(size)
        case .share:
            guard text.hasSuffix("%"), let percent = UnitText.decimal(text.dropLast()),
                (0...100).contains(percent)
            else { return nil }
            self = .number(percent / 100)
        case .factor(let range):
            guard let factor = UnitText.decimal(text[...]), range.contains(factor) else {
                return nil
            }
            self = .number(factor)
        case .boolean:
            switch text.lowercased() {
            case "on", "yes", "true", "1": self = .boolean(true)
            case "off", "no", "false", "0": self = .boolean(false)
            default: return nil
            }
        case .choice(let words):
            guard words.contains(text) else { return nil }
            self = .text(text)
        case .text:
            guard !text.isEmpty, !text.unicodeScalars.contains(where: Self.isControl) else {
                return nil
            }
            self = .text(text)
        case .output:
            guard PlaybackOutputs.isKnown(text) else { return nil }
            self = .text(text)
        case .night:
            guard SleepText.night(text) != nil else { return nil }
            self = .text(text)
        case .directory:
            guard text.hasPrefix("/"), !text.unicodeScalars.contains(where: Self.isControl) else {
                return nil
            }
            self = .text(text)
        case .optional(let wrapped):
            if text == "none" {
                self = .none
            } else {
                self.init(text, as: wrapped)
            }
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
