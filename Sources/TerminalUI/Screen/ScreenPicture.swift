import PictureKit

/// A picture in a protocol of its own, and where it lies on the screen.
struct ScreenPicture: Equatable, Sendable {
    /// The picture.
    var picture: TerminalPicture
    /// The cells that it covers.
    var area: Area
    /// How many of its lines of cells are above what is seen.
    var hiddenRows: Int

    /// What shows it at its place.
    ///
    /// - Parameter isNew: whether the terminal does not have the picture yet.
    func sequence(isNew: Bool) -> [UInt8] {
        var bytes = Array("\u{1B}[\(area.row + 1);\(area.column + 1)H".utf8)
        switch picture.body {
        case .sixel(let sixels): bytes += sixels
        case .kitty(let width, let height, let base64):
            if isNew { bytes += Self.transmission(width, height, base64) }
            // The part that is seen, in pixels.
            let top = height * hiddenRows / max(1, picture.rows)
            let bottom = height * min(picture.rows, hiddenRows + area.height) / max(1, picture.rows)
            bytes += Array(
                ("\u{1B}_Ga=p,i=\(Self.kittyID),p=1,q=2,C=1,x=0,y=\(top),w=\(width)"
                    + ",h=\(max(1, bottom - top)),c=\(area.width),r=\(area.height)\u{1B}\\").utf8)
        case .cells: return []
        }
        return bytes
    }

    // MARK: - Kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol/)

    /// The number of our one picture; a terminal has one space of them for all its programs.
    static let kittyID = 31_415_001
    /// Takes it off the screen and out of the terminal's memory.
    static let kittyRemoval = "\u{1B}_Ga=d,d=I,i=\(kittyID),q=2\u{1B}\\"
    /// Asks whether the terminal knows the protocol.
    static let kittyQuestion = "\u{1B}_Gi=\(kittyID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    /// No piece is longer.
    private static let pieceSize = 4_096

    private static func transmission(_ width: Int, _ height: Int, _ base64: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = base64[...]
        var keys = "a=t,t=d,f=32,o=z,s=\(width),v=\(height),i=\(kittyID),q=2,"
        repeat {
            let piece = rest.prefix(pieceSize)
            rest = rest.dropFirst(pieceSize)
            bytes += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8
            bytes += piece
            bytes += "\u{1B}\\".utf8
            keys = ""
        } while !rest.isEmpty
        return bytes
    }
}
