import TerminalText

/// Bars beside labels, in the width that there is.
struct BarChart {
    /// A bar.
    struct Row {
        /// What stands before it.
        let label: String
        /// Its length, in any unit.
        let value: Double
        /// What stands behind it.
        let text: String
    }

    /// The cells of a line.
    let width: Int
    /// Whether bars may be other than ASCII.
    let isUnicode: Bool

    /// The lines; labels and bars are cut to the width, values never.
    func lines(_ rows: [Row]) -> [String] {
        let labels = rows.map { SafeText.line($0.label) }
        let valueWidth = rows.map { TextWidth.of($0.text) }.max() ?? 0
        let widest = labels.map { TextWidth.of($0) }.max() ?? 0
        let room = max(4, width - valueWidth - 4)
        // Labels get at most 60 % of what is left, so that there is a bar.
        let labelWidth = min(widest, max(4, room * 3 / 5))
        let barWidth = room - labelWidth
        let greatest = rows.map(\.value).max() ?? 0
        return zip(rows, labels).map { row, label in
            let cell = TextWidth.pad(TextWidth.cut(label, to: labelWidth), to: labelWidth)
            let value = TextWidth.pad(row.text, to: valueWidth, isRight: true)
            guard barWidth >= 3 else { return cell + "  " + value }
            let share = greatest > 0 ? max(0, row.value) / greatest : 0
            return cell + "  " + TextWidth.pad(bar(share, barWidth), to: barWidth) + "  " + value
        }
    }

    private func bar(_ share: Double, _ width: Int) -> String {
        let eighths = Int((share * Double(width * 8)).rounded())
        guard isUnicode else { return String(repeating: "#", count: (eighths + 4) / 8) }
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }
}
