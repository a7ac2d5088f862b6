import Localization
import TerminalText

/// All keys, over the list.
enum HelpView {
    static func draw(_ state: TUIState, _ grid: inout Grid) {
        grid.put(" " + state.text("Keys"), 0, 0, width: grid.width, style: .bold)
        let lines = lines(state).dropFirst(state.helpTop ?? 0).prefix(grid.height - 2)
        for (offset, line) in lines.enumerated() {
            grid.put(line, 1, offset + 1, width: grid.width - 2)
        }
    }

    private static let keyWidth = 12

    /// The help in as many columns as the width has room for.
    static func lines(_ state: TUIState) -> [StyledText] {
        let cell = 38
        let count = max(1, min(KeyBinding.Group.allCases.count, (state.size.columns - 2) / cell))
        let width = max(36, (state.size.columns - 2) / count)
        var blocks = KeyBinding.Group.allCases.map { group in block(group, state, width: width) }
        guard count > 1 else { return Array(blocks.joined()) }
        // The groups in order into columns of about equal height.
        let height = max(
            blocks.map(\.count).max() ?? 0, (blocks.map(\.count).reduce(0, +) + count - 1) / count)
        var columns: [[StyledText]] = [[]]
        while !blocks.isEmpty {
            let block = blocks.removeFirst()
            if let last = columns.last, !last.isEmpty, last.count + block.count > height,
                columns.count < count
            {
                columns.append([])
            }
            columns[columns.count - 1] += block
        }
        return (0..<(columns.map(\.count).max() ?? 0)).map { row in
            var line = StyledText("")
            line.pieces = []
            for column in columns {
                let piece = row < column.count ? column[row] : StyledText("")
                line.pieces += piece.pieces
                let taken = piece.pieces.reduce(0) { $0 + TextWidth.of($1.text) }
                line.pieces.append(
                    .init(text: String(repeating: " ", count: max(0, width - taken)), style: []))
            }
            return line
        }
    }

    private static func block(_ group: KeyBinding.Group, _ state: TUIState, width: Int)
        -> [StyledText]
    {
        var lines = [StyledText(state.text(group.title), [.bold, .underline])]
        for binding in KeyBinding.all where binding.group == group {
            let keys = binding.keys.prefix(2).map(\.name).joined(separator: " ")
            var line = StyledText(TextWidth.pad(keys, to: keyWidth), .bold)
            line.pieces.append(
                .init(
                    text: TextWidth.cut(state.text(binding.help), to: max(8, width - keyWidth - 1)),
                    style: []))
            lines.append(line)
        }
        return lines + [StyledText("")]
    }
}
