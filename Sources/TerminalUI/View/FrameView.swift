import Localization
import RemoteControl
import TerminalText

/// The whole screen as a function of the state.
enum FrameView {
    static func grid(_ state: TUIState) -> Grid {
        var grid = Grid(width: state.size.columns, height: state.size.rows)
        let layout = state.layout
        if layout.isTooSmall {
            let size =
                "\(Layout.minimumWidth)" + state.settings.glyphs.times + "\(Layout.minimumHeight)"
            let words = state.text("This window is too small: column needs \(size).")
            let lines = LineWrapper(width: max(1, grid.width)).wrap(words)
            for (row, line) in lines.enumerated() {
                grid.put(line, 0, row, width: grid.width)
            }
            return grid
        }
        if state.helpTop != nil {
            HelpView.draw(state, &grid)
        } else if state.output != nil {
            OutputView.draw(state, &grid)
        } else {
            HeaderView.draw(state, &grid)
            ListView.draw(state, layout, &grid)
            drawLines(state, layout, &grid)
            if let area = layout.article { ArticleView.draw(state, in: area, &grid) }
            if let area = layout.player { PlayerView.draw(state, in: area, &grid) }
        }
        FooterView.draw(state, &grid)
        return grid
    }

    /// What a transcript says at the moment, in the line above the player.
    private static func drawCue(_ state: TUIState, _ row: Int, _ grid: inout Grid) {
        guard let cue = state.player?.snapshot.cue, !cue.isEstimated else { return }
        let speaker = cue.speaker.map { $0 + ": " } ?? ""
        let room = grid.width - 8
        let text = TextWidth.cut(SafeText.line(speaker + cue.text), to: room)
        grid.put(" " + text + " ", 3, row, width: TextWidth.of(text) + 2)
    }

    private static func drawLines(_ state: TUIState, _ layout: Layout, _ grid: inout Grid) {
        let glyphs = state.settings.glyphs
        if let divider = layout.divider {
            let isUpright = divider.width == 1
            for offset in 0..<(isUpright ? divider.height : divider.width) {
                grid.put(
                    isUpright ? glyphs.vertical : glyphs.horizontal,
                    divider.column + (isUpright ? 0 : offset),
                    divider.row + (isUpright ? offset : 0), width: 1, style: .dim)
            }
        }
        if let rule = layout.rule {
            let line = String(repeating: glyphs.horizontal, count: grid.width)
            grid.put(line, 0, rule, width: grid.width, style: .dim)
            drawCue(state, rule, &grid)
        }
    }
}
