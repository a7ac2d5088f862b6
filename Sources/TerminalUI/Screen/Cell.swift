import PictureKit
import TerminalText

/// One cell of the screen.
struct Cell: Hashable, Sendable {
    /// The colours of a picture's cell.
    struct Paint: Hashable, Sendable {
        /// Of what the character covers.
        var foreground: PictureCell.Color
        /// Of the rest.
        var background: PictureCell.Color
    }

    /// The user-perceived character that begins here; empty in the second cell of a wide one.
    var text: String
    /// How it looks.
    var style: TextStyle
    /// The colours, where it is part of a picture.
    var paint: Paint?

    /// An empty cell.
    static let blank = Cell(text: " ", style: [])
    /// What no frame has: it makes the cell be drawn.
    static let unknown = Cell(text: "\u{0}", style: [])
}
