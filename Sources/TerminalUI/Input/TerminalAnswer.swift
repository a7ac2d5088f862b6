/// What a terminal answers when it is asked what it can do.
enum TerminalAnswer: Equatable, Sendable {
    /// Whether it knows kitty's graphics.
    case kittyGraphics(Bool)
    /// What it has (DA1); every terminal that answers at all answers this, and in its turn.
    case attributes([Int])
    /// The size of a cell in pixels.
    case cellSize(width: Int, height: Int)
    /// What lies behind the text.
    case background(Background)

    /// Reads the parameters and the final byte of a control sequence; nil for one that is no answer.
    init?(control parameters: String, final: UInt8) {
        switch final {
        case UInt8(ascii: "c") where parameters.hasPrefix("?"):
            self = .attributes(parameters.dropFirst().split(separator: ";").compactMap { Int($0) })
        case UInt8(ascii: "t"):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            guard numbers.count == 3, numbers[0] == 6, (1...128).contains(numbers[1]),
                (1...64).contains(numbers[2])
            else { return nil }
            self = .cellSize(width: numbers[2], height: numbers[1])
        default: return nil
        }
    }

    /// Reads a string that stood between an introducer and its end; nil for one that is no answer.
    init?(introducer: UInt8, _ text: String) {
        switch introducer {
        case UInt8(ascii: "_") where text.hasPrefix("G"):
            guard text.contains("i=\(ScreenPicture.kittyID)") else { return nil }
            self = .kittyGraphics(text.hasSuffix(";OK"))
        case UInt8(ascii: "]") where text.hasPrefix("11;"):
            guard let color = Self.color(text.dropFirst(3)) else { return nil }
            self = .background(color)
        default: return nil
        }
    }

    /// `rgb:RRRR/GGGG/BBBB`, each of one to four digits (XParseColor).
    private static func color(_ text: Substring) -> Background? {
        guard text.hasPrefix("rgb") else { return nil }
        let parts = text.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3)
        let shares = parts.compactMap { part -> Double? in
            guard (1...4).contains(part.utf8.count), let value = Int(part, radix: 16) else {
                return nil
            }
            return Double(value) / Double((1 << (4 * part.utf8.count)) - 1)
        }
        guard shares.count == 3 else { return nil }
        return Background(red: shares[0], green: shares[1], blue: shares[2])
    }
}
