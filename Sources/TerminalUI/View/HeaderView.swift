import TerminalText

/// The first line: the lists, and where in this one one stands.
enum HeaderView {
    /// A tab with its place.
    private struct Tab {
        let kind: ScreenKind
        let text: String
        let column: Int
    }

    static func draw(_ state: TUIState, _ grid: inout Grid) {
        let width = grid.width
        grid.fill(0, 0, width: width)
        let place = self.place(state)
        let placeWidth = TextWidth.of(place)
        grid.put(
            place, width - placeWidth - 1, 0, width: placeWidth, style: .dim)
        for tab in tabs(state, width: width - placeWidth - 3) {
            let isShown = tab.kind == state.screen
            grid.put(
                tab.text, tab.column, 0,
                width: min(TextWidth.of(tab.text), width - placeWidth - 2 - tab.column),
                style: isShown ? [.bold, .underline] : .dim)
        }
    }

    /// The list whose tab stands at a column.
    static func screen(at column: Int, _ state: TUIState) -> ScreenKind? {
        let width = state.size.columns - TextWidth.of(place(state)) - 3
        return tabs(state, width: width).first {
            ($0.column..<$0.column + TextWidth.of($0.text)).contains(column)
        }?.kind
    }

    /// As many tabs as fit, with the present one among them; with their numbers if those fit too.
    private static func tabs(_ state: TUIState, width: Int) -> [Tab] {
        let kinds = ScreenKind.allCases
        func line(_ names: [(ScreenKind, String)]) -> [Tab] {
            var column = 1
            return names.map { kind, text in
                defer { column += TextWidth.of(text) + 2 }
                return Tab(kind: kind, text: text, column: column)
            }
        }
        func fits(_ tabs: [Tab]) -> Bool {
            tabs.last.map { $0.column + TextWidth.of($0.text) <= width } ?? true
        }
        let names = kinds.enumerated().map { ($1, "\($0 + 1) \(title($1, state))") }
        let full = line(names)
        if fits(full) { return full }
        let plain = line(kinds.map { ($0, title($0, state)) })
        if fits(plain) { return plain }
        let index = kinds.firstIndex(of: state.screen) ?? 0
        var range = index...index
        while true {
            let wider = [
                range.lowerBound...min(kinds.count - 1, range.upperBound + 1),
                max(0, range.lowerBound - 1)...range.upperBound,
            ]
            guard
                let next = wider.first(where: { candidate in
                    candidate != range
                        && fits(line(kinds[candidate].map { ($0, title($0, state)) }))
                })
            else { break }
            range = next
        }
        return line(kinds[range].map { ($0, title($0, state)) })
    }

    private static func title(_ kind: ScreenKind, _ state: TUIState) -> String {
        guard kind == .episodes, state.screen == .episodes, let id = state.column,
            let column = state.columns[id]
        else { return state.text(kind.title) }
        return TextWidth.cut(column.title, to: 16)
    }

    private static func place(_ state: TUIState) -> String {
        let list = state.list
        guard !list.rows.isEmpty else { return "" }
        return "\(list.cursor + 1)/\(list.rows.count)"
    }
}
