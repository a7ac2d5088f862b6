import PictureKit
import TerminalText

/// Turns frames into the bytes that make a terminal show them: only what changed since the last.
struct FrameEncoder {
    private var profile: TerminalProfile
    private var shown: Grid?
    private var cursorIsShown = false
    /// Kitty keeps pictures when the screen is erased.
    private var kittyIsShown = false

    /// What lies behind the text.
    var background: Background {
        get { profile.background }
        set { profile.background = newValue }
    }

    init(_ profile: TerminalProfile) {
        self.profile = profile
    }

    /// Forgets what the terminal shows, so that the next frame is drawn whole.
    mutating func forget() {
        shown = nil
        cursorIsShown = false
    }

    /// The bytes that lead from the last frame to this one; none where nothing changed.
    mutating func encode(_ grid: Grid) -> [UInt8] {
        var pen = Pen(profile)
        let isNew = shown.map { $0.width != grid.width || $0.height != grid.height } ?? true
        if isNew {
            if kittyIsShown { pen.raw(ScreenPicture.kittyRemoval) }
            kittyIsShown = false
            pen.raw("\u{1B}[0m\u{1B}[2J")
            shown = Grid(width: grid.width, height: grid.height)
        }
        let oldPicture = shown?.picture
        if oldPicture != grid.picture { removePicture(for: grid, &pen) }
        guard let old = shown else { return [] }
        for row in 0..<grid.height { encode(row, of: grid, over: old, &pen) }
        if let picture = grid.picture, picture != oldPicture {
            pen.setStyle([])
            pen.picture(
                picture.sequence(
                    isNew: !kittyIsShown || oldPicture?.picture != picture.picture))
            if case .kitty = picture.picture.body { kittyIsShown = true }
        }
        if let cursor = grid.cursor {
            if !pen.bytes.isEmpty || old.cursor != cursor || !cursorIsShown {
                pen.setStyle([])
                pen.move(to: cursor.column, cursor.row)
                if !cursorIsShown { pen.raw("\u{1B}[?25h") }
                cursorIsShown = true
            }
        } else if cursorIsShown {
            pen.raw("\u{1B}[?25l")
            cursorIsShown = false
        }
        shown = grid
        guard !pen.bytes.isEmpty else { return [] }
        pen.setStyle([])
        guard profile.hasSynchronizedUpdate else { return pen.bytes }
        return Array("\u{1B}[?2026h".utf8) + pen.bytes + Array("\u{1B}[?2026l".utf8)
    }

    /// Takes the picture away that is not to be seen any more, or not there.
    private mutating func removePicture(for grid: Grid, _ pen: inout Pen) {
        guard let old = shown?.picture else { return }
        switch old.picture.body {
        case .kitty:
            // The same picture is only placed anew; in its place nothing else is drawn.
            guard grid.picture?.picture != old.picture else { return }
            pen.raw(ScreenPicture.kittyRemoval)
            kittyIsShown = false
        case .sixel: shown?.forget(old.area)
        case .cells: break
        }
    }

    private func encode(_ row: Int, of grid: Grid, over old: Grid, _ pen: inout Pen) {
        let range = row * grid.width..<(row + 1) * grid.width
        guard grid.cells[range] != old.cells[range] else { return }
        // What is blank up to the end is erased at once.
        var blankFrom = grid.width
        while blankFrom > 0, grid[blankFrom - 1, row] == .blank { blankFrom -= 1 }
        var column = 0
        while column < blankFrom {
            let cell = grid[column, row]
            let size = width(at: column, row, of: grid)
            let isSame = (column..<column + size).allSatisfy {
                $0 < grid.width && grid[$0, row] == old[$0, row]
            }
            if !isSame {
                pen.move(to: column, row)
                pen.setStyle(cell.style, cell.paint)
                pen.draw(cell.text, width: size)
            }
            column += size
        }
        let tail = blankFrom..<grid.width
        if tail.contains(where: { old[$0, row] != .blank }) {
            pen.move(to: blankFrom, row)
            pen.setStyle([])
            pen.raw("\u{1B}[K")
        }
    }

    private func width(at column: Int, _ row: Int, of grid: Grid) -> Int {
        var size = 1
        while column + size < grid.width, grid[column + size, row].text.isEmpty { size += 1 }
        return size
    }
}

/// Writes and knows where the terminal's cursor is.
private struct Pen {
    private(set) var bytes: [UInt8] = []
    private let profile: TerminalProfile
    private var place: Point?
    private var style: TextStyle?
    private var paint: Cell.Paint?

    init(_ profile: TerminalProfile) {
        self.profile = profile
        bytes.reserveCapacity(4_096)
    }

    mutating func raw(_ text: String) {
        bytes += text.utf8
    }

    mutating func move(to column: Int, _ row: Int) {
        let target = Point(column: column, row: row)
        guard place != target else { return }
        raw("\u{1B}[\(row + 1);\(column + 1)H")
        place = target
    }

    mutating func setStyle(_ wanted: TextStyle, _ wantedPaint: Cell.Paint? = nil) {
        let wanted = profile.hasColor ? wanted : wanted.subtracting(.colors)
        guard style != wanted || paint != wantedPaint else { return }
        raw(TextStyle.reset + profile.sequence(wanted))
        if let wantedPaint { raw(Palette.sequence(wantedPaint)) }
        style = wanted
        paint = wantedPaint
    }

    /// Sends a picture, which leaves the cursor anywhere.
    mutating func picture(_ sequence: [UInt8]) {
        bytes += sequence
        place = nil
    }

    mutating func draw(_ text: String, width: Int) {
        guard let place else { return }
        var isSure = true
        if let byte = text.utf8.first, byte < 0x80, text.utf8.count == 1 {
            bytes.append(byte)
        } else if !profile.glyphs.isUnicode {
            raw(text.unicodeScalars.first?.value == 0x2026 ? "~" : "?")
            raw(String(repeating: " ", count: width - 1))
        } else {
            isSure = TextWidth.isSure(text)
            if !isSure, width > 1 {
                // A terminal that takes it for narrower shows blanks in the rest, not old text.
                raw(String(repeating: " ", count: width))
                raw("\u{1B}[\(place.row + 1);\(place.column + 1)H")
            }
            raw(text)
        }
        // Terminals disagree on the width of some characters: behind them the cursor is set anew.
        self.place = isSure ? Point(column: place.column + width, row: place.row) : nil
    }
}
