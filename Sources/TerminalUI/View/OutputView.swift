import Localization
import TerminalText

/// What a command writes, over the list.
enum OutputView {
    /// The lines as they fit the width.
    static func lines(_ state: TUIState) -> [String] {
        let wrapper = LineWrapper(width: max(1, state.size.columns - 2))
        return (state.output?.lines ?? []).flatMap { wrapper.cut($0) }
    }

    static func draw(_ state: TUIState, _ grid: inout Grid) {
        guard let output = state.output else { return }
        let end =
            switch output.code {
            case nil: state.settings.glyphs.waiting
            case 0?: state.text("done")
            case let code?: state.text("exit \(code)")
            }
        let endWidth = TextWidth.of(end)
        let isBad = (output.code ?? 0) != 0
        grid.put(output.title, 1, 0, width: grid.width - endWidth - 4, style: .bold)
        grid.put(
            end, grid.width - endWidth - 1, 0, width: endWidth, style: isBad ? .red : .dim)
        let lines = lines(state).dropFirst(output.top).prefix(grid.height - 2)
        for (offset, line) in lines.enumerated() {
            grid.put(line, 1, offset + 1, width: grid.width - 2)
        }
    }
}
