/// Rows of cells under aligned columns, fitted to a terminal's width.
public struct TextTable: Sendable {
    /// How one column of the table is set.
    public struct Field: Sendable {
        /// Its heading.
        public let title: String
        /// Whether its cells stand at the right.
        public var isRight: Bool
        /// Whether it gives way when the table is too wide; its cells are cut with `…`.
        public var isFlexible: Bool
        /// The cells that it keeps in any case, if it is flexible.
        public var minimum: Int
        /// The cells that it takes at most.
        public var maximum: Int

        /// Makes a column.
        public init(
            title: String, isRight: Bool = false, isFlexible: Bool = false, minimum: Int = 12,
            maximum: Int = .max
        ) {
            self.title = title
            self.isRight = isRight
            self.isFlexible = isFlexible
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    private static let gap = 2

    private let fields: [Field]
    private var rows: [[String]] = []
    private var widths: [Int]

    /// Makes a table without rows.
    public init(_ fields: [Field]) {
        self.fields = fields
        widths = fields.map { min($0.maximum, TextWidth.of($0.title)) }
    }

    /// Adds a row; its cells are made safe for a terminal.
    ///
    /// Missing cells are empty, more are dropped.
    public mutating func add(_ cells: [String]) {
        let row = cells.prefix(fields.count).map { SafeText.line($0) }
        for (index, cell) in row.enumerated() where widths[index] < fields[index].maximum {
            widths[index] = min(fields[index].maximum, max(widths[index], TextWidth.of(cell)))
        }
        rows.append(row)
    }

    /// The lines of the table under a heading; no wider than `width` as far as minimum widths allow.
    public func lines(width: Int?, heading style: (String) -> String = { $0 }) -> [String] {
        var widths = widths
        if let width {
            let minima = fields.indices.map {
                fields[$0].isFlexible ? fields[$0].minimum : widths[$0]
            }
            widths = ColumnFitting.fit(
                widths, minima: minima, into: width - Self.gap * (fields.count - 1))
        }
        let heading = style(line(fields.map(\.title), widths))
        return [heading] + rows.map { line($0, widths) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var text = ""
        for (index, field) in fields.enumerated() {
            let cell = TextWidth.cut(index < cells.count ? cells[index] : "", to: widths[index])
            if index > 0 { text += String(repeating: " ", count: Self.gap) }
            // No blanks at the end of a line.
            text +=
                index == fields.count - 1 && !field.isRight
                ? cell : TextWidth.pad(cell, to: widths[index], isRight: field.isRight)
        }
        return text
    }
}
