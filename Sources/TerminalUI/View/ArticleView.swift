import TerminalText

/// The text of what is selected.
enum ArticleView {
    static func draw(_ state: TUIState, in area: Area, _ grid: inout Grid) {
        guard area.height > 0 else { return }
        guard let article = state.article else { return }
        let lines = article.lines
        let width = state.layout.articleTextWidth(area)
        let shown = lines.dropFirst(article.top).prefix(area.height)
        for (offset, line) in shown.enumerated() {
            grid.put(line, area.column + 1, area.row + offset, width: width)
        }
        // How far one is, at the right edge, while the text has the keys.
        guard state.focus == .article, lines.count > area.height else { return }
        let lowest = lines.count + 1 - area.height
        let thumb = area.row + article.top * (area.height - 1) / max(1, lowest)
        grid.put(
            state.settings.glyphs.vertical, area.column + area.width - 1, thumb, width: 1,
            style: .bold)
    }
}
