import ColumnModel
import Localization
import TerminalText

/// The rows of a list.
enum ListView {
    static func draw(_ state: TUIState, _ layout: Layout, _ grid: inout Grid) {
        let area = layout.list
        guard area.height > 0 else { return }
        let list = state.list
        if list.rows.isEmpty {
            drawEmpty(state, in: area, &grid)
            return
        }
        for (offset, index) in list.visible(height: area.height).enumerated() {
            let row = area.row + offset
            switch list.rows[index] {
            case .column(let id): drawColumn(state, id, in: area, row, &grid)
            case .episode(let id), .queued(_, let id):
                EpisodeLine.draw(state, id, in: area, row, &grid)
            case .bookmark(let number, let id):
                drawBookmark(state, number, id, in: area, row, &grid)
            }
            if index == list.cursor {
                // Where the text has the keys the row is marked, and stays quiet.
                let style: TextStyle = state.focus == .list ? .reverse : [.bold, .underline]
                grid.restyle(area.column, row, width: area.width, adding: style)
            }
        }
    }

    private static func drawEmpty(_ state: TUIState, in area: Area, _ grid: inout Grid) {
        let words =
            if state.screen == .search, !state.searchText.isEmpty, state.list.isLoaded {
                state.text("Nothing is found for “\(state.searchText)”.")
            } else if state.list.isLoaded || state.screen == .search {
                state.text(state.screen.emptyWords)
            } else {
                state.settings.glyphs.waiting
            }
        let lines = LineWrapper(width: max(1, area.width - 4)).wrap(SafeText.line(words))
        let top = area.row + max(0, (area.height - lines.count) / 3)
        for (offset, line) in lines.prefix(area.height).enumerated() {
            grid.put(line, area.column + 2, top + offset, width: area.width - 3, style: .dim)
        }
    }

    private static func drawColumn(
        _ state: TUIState, _ id: ColumnID, in area: Area, _ row: Int, _ grid: inout Grid
    ) {
        guard let column = state.columns[id] else { return }
        var line = LineFiller(area: area, row: row)
        line.left(
            column.unplayedCount > 0 ? state.settings.glyphs.unplayed : "", 1, .cyan, &grid)
        if area.width >= 60 {
            line.right(
                column.succeeded.map { DayText.day($0, state.settings) } ?? state.text("never"),
                DayText.width(state.settings), .dim,
                &grid)
        }
        if area.width >= 50 {
            line.right("\(column.episodeCount)", 7, .dim, &grid)
        }
        line.right(column.unplayedCount > 0 ? "\(column.unplayedCount)" : "", 6, [], &grid)
        if let fault = column.fault.map(state.text) {
            let width = min(TextWidth.of(fault), max(0, line.room / 2))
            line.right(fault, width, .red, &grid)
        }
        if area.width >= 100, !column.author.isEmpty {
            line.right(column.author, min(24, line.room / 3), .dim, &grid, isRight: false)
        }
        line.rest(column.title, column.unplayedCount > 0 ? .bold : [], &grid)
    }

    private static func drawBookmark(
        _ state: TUIState, _ number: Int64, _ id: EpisodeID, in area: Area, _ row: Int,
        _ grid: inout Grid
    ) {
        guard let bookmark = state.bookmarks[number] else { return }
        var line = LineFiller(area: area, row: row)
        line.left(NumberText.duration(bookmark.position), 8, .cyan, &grid, isRight: true)
        if area.width >= 60 {
            line.right(
                DayText.day(bookmark.created, state.settings), DayText.width(state.settings), .dim,
                &grid)
        }
        let title = state.episodes[id]?.title ?? ""
        guard let note = bookmark.note else {
            line.rest(title, [], &grid)
            return
        }
        line.right(title, line.room * 2 / 5, .dim, &grid, isRight: false)
        line.rest(note, [], &grid)
    }
}
