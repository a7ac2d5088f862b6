/// What comes from a terminal.
enum TUIInput: Equatable, Sendable {
    /// A key.
    case key(TUIKey)
    /// The left mouse button went down on a cell.
    case click(Point)
    /// The wheel was turned over a cell; negative: upward.
    case wheel(Int, Point)
    /// A text was pasted.
    case paste(String)
    /// The terminal itself said something.
    case answer(TerminalAnswer)
}
