import PictureKit
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
        drawCover(article, in: area, width: width, &grid)
        // What is spoken has a bar at its side; the text itself stays calm.
        for line in article.said ?? 0..<0 where article.isLoaded {
            let row = area.row + line - article.top
            guard row >= area.row, row < area.row + area.height else { continue }
            grid.put(
                state.settings.glyphs.vertical, area.column, row, width: 1, style: [.bold, .cyan])
            grid.restyle(area.column + 1, row, width: width, adding: .bold)
        }
        for (index, stamp) in article.text.stamps.enumerated() where article.isLoaded {
            let row = area.row + stamp.line - article.top
            guard row >= area.row, row < area.row + area.height else { continue }
            let isChosen = index == article.stamp && state.focus == .article
            grid.restyle(
                area.column + 1 + stamp.cells.lowerBound, row, width: stamp.cells.count,
                adding: isChosen ? [.cyan, .reverse] : .cyan)
        }
        // How far one is, at the right edge, while the text has the keys.
        guard state.focus == .article, lines.count > area.height else { return }
        let lowest = lines.count + 1 - area.height
        let thumb = area.row + article.top * (area.height - 1) / max(1, lowest)
        grid.put(
            state.settings.glyphs.vertical, area.column + area.width - 1, thumb, width: 1,
            style: .bold)
    }

    /// The cover at the right of the head, as far as that is not scrolled away.
    private static func drawCover(
        _ article: ArticleState, in area: Area, width: Int, _ grid: inout Grid
    ) {
        guard let picture = article.picture, article.text.cover != nil else { return }
        let hidden = max(0, article.top)
        let place = Area(
            column: area.column + 1 + width - picture.columns, row: area.row,
            width: picture.columns, height: min(area.height, picture.rows - hidden))
        guard place.height > 0, place.column > area.column else { return }
        switch picture.body {
        case .cells(let cells):
            grid.put(cells, width: picture.columns, from: hidden, in: place)
        case .sixel:
            // A part of one cannot be shown.
            if hidden == 0, place.height == picture.rows {
                grid.picture = ScreenPicture(picture: picture, area: place, hiddenRows: 0)
            }
        case .kitty:
            grid.picture = ScreenPicture(picture: picture, area: place, hiddenRows: hidden)
        }
    }
}
