import TerminalText

/// A line in pieces of one style each.
struct StyledText: Equatable, Sendable {
    /// A piece.
    struct Piece: Equatable, Sendable {
        /// Its characters, safe for a terminal.
        var text: String
        /// How they look.
        var style: TextStyle
    }

    /// The pieces in order.
    var pieces: [Piece]

    /// Its characters alone.
    var plain: String { pieces.map(\.text).joined() }

    /// A line of one style.
    init(_ text: String, _ style: TextStyle = []) {
        pieces = [Piece(text: SafeText.line(text), style: style)]
    }

    /// Reads a line that our own renderer set with SGR sequences; every other one is shown, not obeyed.
    init(rendered line: String) {
        pieces = []
        var style: TextStyle = []
        var rest = line[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            add(rest[..<escape], style)
            let body = rest[rest.index(after: escape)...]
            guard body.first == "[", let end = body.firstIndex(of: "m"),
                let codes = Self.codes(body[body.index(after: body.startIndex)..<end])
            else {
                add(rest[escape...escape], style)
                rest = body
                continue
            }
            for code in codes {
                if code == 0 { style = [] } else { style.formUnion(TextStyle(code: code)) }
            }
            rest = body[body.index(after: end)...]
        }
        add(rest, style)
    }

    private mutating func add(_ text: Substring, _ style: TextStyle) {
        guard !text.isEmpty else { return }
        pieces.append(Piece(text: SafeText.line(text), style: style))
    }

    private static func codes(_ text: Substring) -> [Int]? {
        if text.isEmpty { return [0] }
        var codes: [Int] = []
        for part in text.split(separator: ";") {
            guard part.utf8.count <= 3, let code = Int(part) else { return nil }
            codes.append(code)
        }
        return codes
    }
}

extension Grid {
    /// Writes a line of pieces into a number of cells; what does not fit is cut off.
    mutating func put(_ line: StyledText, _ column: Int, _ row: Int, width: Int) {
        fill(column, row, width: width)
        var place = column
        for piece in line.pieces {
            place = write(piece.text, place, row, end: column + width, style: piece.style)
        }
    }
}
