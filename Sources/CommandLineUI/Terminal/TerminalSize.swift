import CLinux
@preconcurrency import Glibc

/// The size of a terminal.
enum TerminalSize {
    /// The width in cells; 80 where the terminal does not say.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard column_terminal_size(descriptor, &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// The height in lines; 24 where the terminal does not say.
    static func height(of descriptor: Int32) -> Int {
        var size = winsize()
        guard column_terminal_size(descriptor, &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }
}
