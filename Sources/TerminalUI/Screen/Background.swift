/// What lies behind the text.
enum Background: Sendable, Equatable {
    case unknown, dark, light

    /// By red, green and blue of 0 to 1 (ITU-R BT.709).
    init(red: Double, green: Double, blue: Double) {
        self = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? .light : .dark
    }

    /// By COLORFGBG, which rxvt, Konsole and others set: `15;0`, `0;default;15`.
    init(colorFGBG text: String?) {
        guard let last = text?.split(separator: ";").last, let color = Int(last),
            (0..<16).contains(color)
        else {
            self = .unknown
            return
        }
        self = color == 7 || color > 8 ? .light : .dark
    }
}
