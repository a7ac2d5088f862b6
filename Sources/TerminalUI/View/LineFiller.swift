import TerminalText

/// Fills a line from both ends with fields that stand two cells apart; the rest is one field.
struct LineFiller {
    private let row: Int
    private var start: Int
    private var end: Int

    init(area: Area, row: Int) {
        self.row = row
        start = area.column + 1
        end = area.column + area.width - 1
    }

    /// The cells that are left.
    var room: Int { max(0, end - start) }

    mutating func left(
        _ text: String, _ width: Int, _ style: TextStyle, _ grid: inout Grid,
        isRight: Bool = false
    ) {
        grid.put(text, start, row, width: min(width, room), style: style, isRight: isRight)
        start += width + (width == 1 ? 1 : 2)
    }

    mutating func right(
        _ text: String, _ width: Int, _ style: TextStyle, _ grid: inout Grid,
        isRight: Bool = true
    ) {
        guard width > 0, room > width + 8 else { return }
        grid.put(text, end - width, row, width: width, style: style, isRight: isRight)
        end -= width + 2
    }

    func rest(_ text: String, _ style: TextStyle, _ grid: inout Grid) {
        grid.put(text, start, row, width: room, style: style)
    }
}
