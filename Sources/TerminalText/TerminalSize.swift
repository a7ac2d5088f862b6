internal import CLinux
@preconcurrency import Glibc

/// The size of a terminal in cells.
public struct TerminalSize: Hashable, Sendable {
    /// The cells of a line.
    public let columns: Int
    /// The number of lines.
    public let rows: Int

    /// Makes a size.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// What most terminals had once, for use where a size is not known.
    public static let standard = TerminalSize(columns: 80, rows: 24)

    /// Asks the terminal behind a file descriptor (ioctl TIOCGWINSZ); nil if none is or it does not know.
    public static func ofTerminal(_ descriptor: Int32) -> TerminalSize? {
        var size = winsize()
        guard column_terminal_size(descriptor, &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
