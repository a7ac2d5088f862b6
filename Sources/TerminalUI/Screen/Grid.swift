import PictureKit
import TerminalText

/// A screen full of cells, made anew for each frame.
struct Grid: Equatable, Sendable {
    /// The cells of a line.
    let width: Int
    /// The number of lines.
    let height: Int
    /// Line after line.
    private(set) var cells: [Cell]
    /// Where the cursor is shown; nil: nowhere.
    var cursor: Point?
    /// A picture over the cells, in a protocol for that.
    var picture: ScreenPicture?

    /// Makes an empty screen.
    init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    subscript(column: Int, row: Int) -> Cell {
        cells[row * width + column]
    }

    /// The characters of a line, without the blanks at its end.
    func text(row: Int) -> String {
        let line = cells[row * width..<(row + 1) * width].map(\.text).joined()
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Fills a part of a line with blanks of a style.
    mutating func fill(_ column: Int, _ row: Int, width: Int, style: TextStyle = []) {
        guard row >= 0, row < height else { return }
        let blank = Cell(text: " ", style: style)
        for index in max(0, column)..<max(0, column, min(self.width, column + width)) {
            cells[row * self.width + index] = blank
        }
    }

    /// Writes a text into exactly so many cells of a line: cut with `…`, or with blanks after it.
    ///
    /// Whatever the text is, nothing that is no character comes into a cell.
    mutating func put(
        _ text: String, _ column: Int, _ row: Int, width limit: Int, style: TextStyle = [],
        isRight: Bool = false
    ) {
        let limit = min(limit, self.width - column)
        guard limit > 0, column >= 0, row >= 0, row < height else { return }
        let safe = SafeText.isSafeLine(text) ? text : SafeText.line(text)
        let cut = TextWidth.cut(safe, to: limit)
        fill(column, row, width: limit, style: style)
        var start = column
        if isRight { start += max(0, limit - TextWidth.of(cut)) }
        _ = write(cut, start, row, end: column + limit, style: style)
    }

    /// Writes a text as long as there is room up to a column; answers the column behind it.
    @discardableResult
    mutating func write(
        _ text: String, _ column: Int, _ row: Int, end: Int, style: TextStyle = []
    ) -> Int {
        guard row >= 0, row < height, column >= 0 else { return column }
        let end = min(end, width)
        let safe = SafeText.isSafeLine(text) ? text : SafeText.line(text)
        var place = column
        var last: Int?
        for cluster in TextClusters(safe) {
            if cluster.width == 0 {
                // A mark without a letter of its own joins the one before it.
                if let last { cells[last].text += safe[cluster.range] }
                continue
            }
            guard place + cluster.width <= end else { break }
            let index = row * width + place
            cells[index] = Cell(text: String(safe[cluster.range]), style: style)
            for second in 1..<max(1, cluster.width) {
                cells[index + second] = Cell(text: "", style: style)
            }
            last = index
            place += cluster.width
        }
        return place
    }

    /// Adds a style to what stands in a part of a line.
    mutating func restyle(_ column: Int, _ row: Int, width: Int, adding style: TextStyle) {
        guard row >= 0, row < height else { return }
        for index in max(0, column)..<max(0, column, min(self.width, column + width)) {
            cells[row * self.width + index].style.formUnion(style)
        }
    }

    /// Draws the cells of a picture into an area, those from a line of the picture on.
    mutating func put(_ cells: [PictureCell], width: Int, from first: Int, in area: Area) {
        for row in 0..<area.height where area.row + row >= 0 && area.row + row < height {
            for column in 0..<min(width, area.width) where area.column + column < self.width {
                let index = (first + row) * width + column
                guard cells.indices.contains(index) else { continue }
                let cell = cells[index]
                self.cells[(area.row + row) * self.width + area.column + column] = Cell(
                    text: String(cell.character), style: [],
                    paint: .init(foreground: cell.foreground, background: cell.background))
            }
        }
    }

    /// Forgets what stands in an area, so that it is drawn in any case.
    mutating func forget(_ area: Area) {
        for row in max(0, area.row)..<max(0, area.row, min(height, area.row + area.height)) {
            for column in max(0, area.column)..<max(0, min(width, area.column + area.width)) {
                cells[row * width + column] = .unknown
            }
        }
    }
}
