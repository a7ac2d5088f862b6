import TerminalText

/// One cell of the screen.
struct Cell: Hashable, Sendable {
    /// The user-perceived character that begins here; empty in the second cell of a wide one.
    var text: String
    /// How it looks.
    var style: TextStyle

    /// An empty cell.
    static let blank = Cell(text: " ", style: [])
}
