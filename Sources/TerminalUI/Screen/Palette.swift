import PictureKit
import TerminalText

/// The colours of text, so that they can be read on what lies behind them.
///
/// The terminal's own sixteen are its owner's choice, but most keep colours that were made for black:
/// green, yellow and cyan have a contrast of 2 on white, blue one of 2 on black.
enum Palette {
    /// Colours with a contrast of more than 4.5 on white, of the 240 that are fixed.
    private static let onLight: [(TextStyle, String)] = [
        (.red, "38;5;124"), (.green, "38;5;28"), (.yellow, "38;5;94"), (.blue, "38;5;20"),
        (.magenta, "38;5;90"), (.cyan, "38;5;24"),
    ]
    /// The dark ones of the sixteen.
    private static let onLightOfSixteen: [(TextStyle, String)] = [
        (.red, "31"), (.green, "34"), (.yellow, "35"), (.blue, "34"), (.magenta, "35"),
        (.cyan, "34"),
    ]
    private static let onDark: [(TextStyle, String)] = [(.blue, "94"), (.magenta, "95")]

    /// The sequence that begins a style.
    static func sequence(
        _ style: TextStyle, on background: Background, _ colors: PictureRequest.Colors
    ) -> String {
        let table =
            switch background {
            case .unknown: [(TextStyle, String)]()
            case .dark: onDark
            case .light: colors == .sixteen ? onLightOfSixteen : onLight
            }
        guard let (color, code) = table.first(where: { style.contains($0.0) }) else {
            return style.sequence
        }
        return style.subtracting(color).sequence + "\u{1B}[\(code)m"
    }

    /// The sequence that begins the colours of a picture's cell.
    static func sequence(_ paint: Cell.Paint) -> String {
        let codes =
            codes(paint.foreground, base: 30, extended: 38)
            + codes(paint.background, base: 40, extended: 48)
        return codes.isEmpty
            ? "" : "\u{1B}[" + codes.map { "\($0)" }.joined(separator: ";") + "m"
    }

    private static func codes(_ color: PictureCell.Color, base: Int, extended: Int) -> [Int] {
        switch color {
        case .none: []
        case .index(let index) where index < 8: [base + Int(index)]
        case .index(let index) where index < 16: [base + 60 + Int(index) - 8]
        case .index(let index): [extended, 5, Int(index)]
        case .full(let red, let green, let blue): [extended, 2, Int(red), Int(green), Int(blue)]
        }
    }
}
