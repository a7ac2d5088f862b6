public import ColumnModel
public import Localization
public import RemoteControl
public import TerminalText

/// The player's lines by themselves, for a command that plays in a terminal without a full screen.
public struct PlayerPanel: Sendable {
    /// One of the panel's lines.
    public struct Line: Sendable, Equatable {
        /// Its characters and styles.
        public let text: String
        /// The cells that it takes.
        public let width: Int
    }

    /// From this width on there are two lines.
    private static let wideWidth = 60

    private let profile: TerminalProfile
    private let language: Language

    /// Makes a panel for a terminal.
    public init(
        _ facts: TerminalFacts, term: String, color: ColorPolicy, language: Language = .english
    ) {
        self.language = language
        profile = TerminalProfile(facts, term: term, color: color)
    }

    /// The panel's lines, each of `width` cells at most, with the styles that the terminal shows.
    ///
    /// - Parameter height: the lines of the terminal; a low one gets one line.
    public func lines(
        _ snapshot: PlaybackSnapshot, chapters: [Chapter], width: Int, height: Int
    ) -> [Line] {
        var settings = TUISettings()
        settings.glyphs = profile.glyphs
        settings.language = language
        var state = TUIState(
            settings: settings, size: TerminalSize(columns: width, rows: Layout.minimumHeight))
        var player = PlayerState(snapshot: snapshot, receivedAt: .zero)
        player.chapters = chapters
        state.player = player
        guard width >= Self.wideWidth, height >= 6 else { return [oneLine(state, player, width)] }
        var grid = Grid(width: width, height: 2)
        let area = Area(column: 0, row: 0, width: width, height: 2)
        PlayerView.draw(state, in: area, &grid)
        return [line(0, of: grid), line(1, of: grid)]
    }

    /// Sign, place, bar, length, what is unusual, and as much of the title as there is room for.
    private func oneLine(_ state: TUIState, _ player: PlayerState, _ width: Int) -> Line {
        let snapshot = player.snapshot
        var grid = Grid(width: width, height: 1)
        let (sign, style) = PlayerView.sign(snapshot, profile.glyphs)
        let place = NumberText.duration(snapshot.position)
        var column = grid.write("\(sign) \(place)", 0, 0, end: width, style: style) + 1
        let total = snapshot.duration.map {
            (snapshot.isDurationEstimated ? "~" : "") + NumberText.duration($0)
        }
        let facts = PlayerView.facts(player, at: .zero, state.settings)
        if let duration = snapshot.duration, duration > .zero, width >= 30 {
            let barWidth = max(8, min(24, width / 4))
            let parts = PlayerBar.parts(player, duration: duration, at: .zero, width: barWidth)
            for part in parts where column < width {
                column = grid.write(
                    String(profile.glyphs.bar.character(for: part)), column, 0, end: width,
                    style: PlayerBar.style(of: part))
            }
            column = grid.write(" ", column, 0, end: width)
        }
        if let total { column = grid.write(total, column, 0, end: width, style: .dim) }
        if !facts.isEmpty {
            column = grid.write("  " + facts, column, 0, end: width, style: .cyan)
        }
        let chapter = player.chapterIndex(at: snapshot.position)
        let name =
            chapter.map { player.chapters[$0].title } ?? snapshot.track?.title ?? ""
        if width - column >= 10 {
            grid.put(name, column + 2, 0, width: width - column - 2, style: .bold)
        }
        return line(0, of: grid)
    }

    private func line(_ row: Int, of grid: Grid) -> Line {
        var text = ""
        var style: TextStyle = []
        var blanks = ""
        var width = 0
        for column in 0..<grid.width {
            let cell = grid[column, row]
            let wanted = profile.hasColor ? cell.style : []
            if cell.text == " ", wanted.isDisjoint(with: [.reverse, .underline]) {
                // Blanks at the end are not written.
                blanks += " "
                continue
            }
            text += blanks
            blanks = ""
            width = column + 1
            if wanted != style, !cell.text.isEmpty {
                text += (style.isEmpty ? "" : TextStyle.reset) + wanted.sequence
                style = wanted
            }
            text +=
                profile.glyphs.isUnicode || cell.text.utf8.allSatisfy { $0 < 0x80 }
                ? cell.text : String(repeating: "?", count: TextWidth.of(cell.text))
        }
        return Line(text: text + (style.isEmpty ? "" : TextStyle.reset), width: width)
    }
}
