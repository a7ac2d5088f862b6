import TerminalText

/// The signs of the screen, by what the terminal can show.
struct Glyphs: Sendable, Equatable {
    /// Before what plays.
    var playing = "▶"
    /// Before what is paused.
    var paused = "⏸"
    /// Before what waits.
    var waiting = "…"
    /// Before what failed.
    var failed = "!"
    /// Before what was not heard.
    var unplayed = "●"
    /// Before what was begun.
    var begun = "◐"
    /// After what is liked.
    var liked = "♥"
    /// After what is on the disk.
    var downloaded = "↓"
    /// A horizontal line.
    var horizontal = "─"
    /// A vertical line.
    var vertical = "│"
    /// Between neighbours.
    var dot = "·"
    /// Of the speed.
    var times = "×"
    /// The bar of the player.
    var bar = ProgressBar.Glyphs.lines
    /// Whether more than ASCII can be shown.
    var isUnicode = true

    /// For terminals with a Unicode font.
    static let unicode = Glyphs()

    /// For the Linux console, whose font has the signs of code page 437.
    static let console = Glyphs(
        playing: "►", paused: "=", unplayed: "*", begun: "+", liked: "♥", downloaded: "↓",
        bar: ProgressBar.Glyphs(empty: "·", layers: ["─", "═"], mark: "│", position: "■"))

    /// For terminals that are not in UTF-8.
    static let ascii = Glyphs(
        playing: ">", paused: "=", waiting: "~", unplayed: "*", begun: "+", liked: "L",
        downloaded: "v", horizontal: "-", vertical: "|", dot: "-", times: "x", bar: .ascii,
        isUnicode: false)
}
