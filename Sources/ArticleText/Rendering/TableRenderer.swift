internal import TerminalText

/// Sets a table as a grid; where that would be too narrow to read, row by row.
struct TableRenderer {
    /// Columns are not made narrower than this to save the grid.
    private static let minimum = 8

    let text: TextRenderer
    let table: ArticleTable

    func lines(width: Int) -> [String] {
        let natural = naturalWidths()
        let room = width - 3 * (natural.count - 1)
        let minima = natural.map { min($0, Self.minimum) }
        guard minima.reduce(0, +) <= room else { return rows(width: width) }
        return grid(widths: ColumnFitting.fit(natural, minima: minima, into: room))
    }

    private func naturalWidths() -> [Int] {
        var widths = [Int](repeating: 1, count: table.rows.first?.count ?? 0)
        for row in table.rows {
            for (column, cell) in row.enumerated() {
                for line in text.styled(cell).text.split(separator: "\n") {
                    widths[column] = max(widths[column], TextWidth.of(line))
                }
            }
        }
        return widths
    }

    // MARK: Grid

    private func grid(widths: [Int]) -> [String] {
        let rows = table.rows.enumerated().map { offset, row in
            row.enumerated().map { column, cell in
                cellLines(cell, width: widths[column], isHeading: table.hasHeading && offset == 0)
            }
        }
        // Rows of several lines need lines between them to be told apart.
        let hasTallRow = rows.dropFirst(table.hasHeading ? 1 : 0).contains { row in
            row.contains { $0.count > 1 }
        }
        var lines: [String] = []
        for (offset, row) in rows.enumerated() {
            if offset > 0, hasTallRow || table.hasHeading && offset == 1 {
                lines.append(separator(widths))
            }
            for number in 0..<(row.map(\.count).max() ?? 0) {
                lines.append(gridLine(row.map { number < $0.count ? $0[number] : ("", 0) }, widths))
            }
        }
        return lines
    }

    /// The lines of a cell, each with its width: escape sequences take none.
    private func cellLines(
        _ cell: [ArticleInline], width: Int, isHeading: Bool
    ) -> [(String, Int)] {
        let wrapper = LineWrapper(width: width)
        let base: TextStyle = isHeading && text.options.usesStyles ? .bold : []
        let styled = text.styled(cell, base: base)
        let plain = wrapper.wrap(styled.text)
        return zip(styled.lines(wrapper), plain).map { ($0, TextWidth.of($1)) }
    }

    private func gridLine(_ cells: [(String, Int)], _ widths: [Int]) -> String {
        let bar = text.style(text.options.isUnicode ? " │ " : " | ", .dim)
        var line = ""
        for (column, cell) in cells.enumerated() {
            if column > 0 { line += bar }
            line += cell.0
            if column < cells.count - 1 {
                line += String(repeating: " ", count: max(0, widths[column] - cell.1))
            }
        }
        return line
    }

    private func separator(_ widths: [Int]) -> String {
        let isUnicode = text.options.isUnicode
        let parts = widths.map { String(repeating: isUnicode ? "─" : "-", count: $0) }
        return text.style(parts.joined(separator: isUnicode ? "─┼─" : "-+-"), .dim)
    }

    // MARK: Row by row

    private func rows(width: Int) -> [String] {
        let names = table.hasHeading ? table.rows[0].map(\.words) : []
        var lines: [String] = []
        for row in table.rows.dropFirst(table.hasHeading ? 1 : 0) {
            if !lines.isEmpty {
                lines.append("")
            }
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                var line = StyledText()
                if column < names.count, !names[column].isEmpty {
                    line.append(names[column] + ": ", text.options.usesStyles ? .bold : [])
                }
                let styled = text.styled(cell)
                line.append(styled.text)
                lines += line.lines(LineWrapper(width: width))
            }
        }
        return lines
    }
}
