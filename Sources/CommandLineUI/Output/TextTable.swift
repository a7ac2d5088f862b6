/// Rows of cells under aligned columns; the widest flexible column gives way to the terminal.
struct TextTable {
    /// How one column of the table is set.
    struct Field {
        let title: String
        var isRight = false
        var isFlexible = false
    }

    private let fields: [Field]
    private var rows: [[String]] = []

    init(_ fields: [Field]) {
        self.fields = fields
    }

    /// Adds a row; its cells are made safe for a terminal.
    mutating func add(_ cells: [String]) {
        rows.append(cells.map { TerminalText.line($0) })
    }

    /// The lines of the table, with a heading; no wider than `width` where that can be.
    func lines(width: Int?, heading style: (String) -> String) -> [String] {
        var widths = fields.map { TextWidth.of($0.title) }
        for row in rows {
            for (index, cell) in row.enumerated() {
                widths[index] = max(widths[index], TextWidth.of(cell))
            }
        }
        if let width {
            var excess = widths.reduce(0, +) + 2 * (fields.count - 1) - width
            while excess > 0 {
                // The widest flexible column gives first, down to a readable width.
                let flexible = fields.indices.filter { fields[$0].isFlexible && widths[$0] > 12 }
                guard let widest = flexible.max(by: { widths[$0] < widths[$1] }) else { break }
                let rest = flexible.filter { $0 != widest }.map { widths[$0] }.max() ?? 12
                let step = min(excess, max(1, widths[widest] - max(rest, 12)))
                widths[widest] -= step
                excess -= step
            }
        }
        let heading = style(line(fields.map(\.title), widths))
        return [heading] + rows.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var text = ""
        for (index, cell) in cells.enumerated() {
            let cut = TextWidth.cut(cell, to: widths[index])
            let isLast = index == cells.count - 1
            if index > 0 { text += "  " }
            text +=
                isLast && !fields[index].isRight
                ? cut : TextWidth.pad(cut, to: widths[index], isRight: fields[index].isRight)
        }
        return text
    }
}
