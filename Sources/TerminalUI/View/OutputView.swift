import TerminalText

/// What a command writes, over the list.
enum OutputView {
    static func draw(_ state: TUIState, _ grid: inout Grid) {
        guard let output = state.output else { return }
        let end =
            switch output.code {
            case nil: state.settings.glyphs.waiting
            case 0?: "done"
            case let code?: "exit \(code)"
            }
        let endWidth = TextWidth.of(end)
        let isBad = (output.code ?? 0) != 0
        grid.put(output.title, 1, 0, width: grid.width - endWidth - 4, style: .bold)
        grid.put(
            end, grid.width - endWidth - 1, 0, width: endWidth, style: isBad ? .red : .dim)
        let lines = output.lines.dropFirst(output.top).prefix(grid.height - 2)
        for (offset, line) in lines.enumerated() {
            grid.put(line, 1, offset + 1, width: grid.width - 2)
        }
    }
}
