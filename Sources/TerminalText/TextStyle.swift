/// How characters look: weight, lines and one of the terminal's own colours.
///
/// Only the terminal's sixteen colours are used, which its owner chose for the background.
public struct TextStyle: OptionSet, Hashable, Sendable {
    /// The set of attributes as bits.
    public let rawValue: UInt16

    /// Makes a style from its bits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Bold.
    public static let bold = TextStyle(rawValue: 1 << 0)
    /// Dim.
    public static let dim = TextStyle(rawValue: 1 << 1)
    /// Italic.
    public static let italic = TextStyle(rawValue: 1 << 2)
    /// Underlined.
    public static let underline = TextStyle(rawValue: 1 << 3)
    /// Foreground and background exchanged.
    public static let reverse = TextStyle(rawValue: 1 << 4)
    /// Struck through.
    public static let strikethrough = TextStyle(rawValue: 1 << 5)
    /// Red.
    public static let red = TextStyle(rawValue: 1 << 6)
    /// Green.
    public static let green = TextStyle(rawValue: 1 << 7)
    /// Yellow.
    public static let yellow = TextStyle(rawValue: 1 << 8)
    /// Blue.
    public static let blue = TextStyle(rawValue: 1 << 9)
    /// Magenta.
    public static let magenta = TextStyle(rawValue: 1 << 10)
    /// Cyan.
    public static let cyan = TextStyle(rawValue: 1 << 11)

    /// All colours.
    public static let colors: TextStyle = [.red, .green, .yellow, .blue, .magenta, .cyan]

    /// The style of one code of SGR that this type has; empty for every other.
    public init(code: Int) {
        self = Self.codes.firstIndex(of: code).map { TextStyle(rawValue: 1 << $0) } ?? []
    }

    private static let codes = [1, 2, 3, 4, 7, 9, 31, 32, 33, 34, 35, 36]

    /// The escape sequence that ends every style.
    public static let reset = "\u{1B}[0m"

    /// The escape sequence that begins this style (SGR); empty for none.
    public var sequence: String {
        let chosen = Self.codes.indices.filter { rawValue >> $0 & 1 == 1 }
            .map { "\(Self.codes[$0])" }
        return chosen.isEmpty ? "" : "\u{1B}[" + chosen.joined(separator: ";") + "m"
    }

    /// A safe text between this style's beginning and end.
    public func apply(to text: String) -> String {
        isEmpty || text.isEmpty ? text : sequence + text + Self.reset
    }
}
