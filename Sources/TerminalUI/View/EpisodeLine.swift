import ColumnModel
import Localization
import RemoteControl
import TerminalText

/// One episode in a list.
enum EpisodeLine {
    static func draw(
        _ state: TUIState, _ id: EpisodeID, in area: Area, _ row: Int, _ grid: inout Grid
    ) {
        let glyphs = state.settings.glyphs
        var line = LineFiller(area: area, row: row)
        guard let episode = state.episodes[id] else {
            line.left("", 1, [], &grid)
            line.rest(glyphs.waiting, .dim, &grid)
            return
        }
        let (mark, markStyle) = mark(episode, state)
        line.left(mark, 1, markStyle, &grid)
        if area.width >= 60 {
            line.right(
                episode.published.map { DayText.day($0, state.settings) } ?? "",
                DayText.width(state.settings), .dim, &grid)
        }
        // On a narrow screen what is not there leaves its cells to the title.
        let isNarrow = area.width < 60
        let length = length(episode, state)
        line.right(
            length, isNarrow ? TextWidth.of(length) : 8, episode.isBegun ? .cyan : .dim, &grid)
        let (file, fileStyle) = file(episode, state)
        line.right(file, isNarrow ? TextWidth.of(file) : 4, fileStyle, &grid)
        let liked = episode.isLiked ? glyphs.liked : ""
        line.right(liked, isNarrow ? TextWidth.of(liked) : 1, .red, &grid)
        let isMixed = state.screen != .episodes || state.column == nil
        if isMixed, area.width >= 70, let column = state.columns[episode.column] {
            let width = min(24, max(12, line.room / 3))
            line.right(column.title, width, .dim, &grid, isRight: false)
        }
        let style: TextStyle = isPlaying(episode, state) ? .bold : episode.isPlayed ? .dim : []
        line.rest(episode.title, style, &grid)
    }

    private static func isPlaying(_ episode: EpisodeRow, _ state: TUIState) -> Bool {
        state.player?.snapshot.track?.episode == episode.id
    }

    private static func mark(_ episode: EpisodeRow, _ state: TUIState) -> (String, TextStyle) {
        let glyphs = state.settings.glyphs
        if isPlaying(episode, state) {
            let isPaused = state.player?.snapshot.status == .paused
            return (isPaused ? glyphs.paused : glyphs.playing, .green)
        }
        if episode.isPlayed { return ("", []) }
        return episode.isBegun ? (glyphs.begun, .cyan) : (glyphs.unplayed, .cyan)
    }

    /// What is on the disk: a sign, or how much of it.
    private static func file(_ episode: EpisodeRow, _ state: TUIState) -> (String, TextStyle) {
        let glyphs = state.settings.glyphs
        switch episode.state {
        case .complete, .unproven: return (glyphs.downloaded, .green)
        case .partial:
            guard let total = episode.total, total > 0 else { return (glyphs.waiting, .yellow) }
            return ("\(min(99, episode.bytes * 100 / total))%", .yellow)
        case .queued: return (glyphs.waiting, .yellow)
        case .failed, .missing: return (glyphs.failed, .red)
        case .none, .trashed: return ("", [])
        }
    }

    /// The length; how much is left of one that was begun.
    private static func length(_ episode: EpisodeRow, _ state: TUIState) -> String {
        guard let duration = episode.duration else {
            return episode.hasAudio ? "" : state.text("text")
        }
        if episode.isBegun, episode.position < duration {
            return "-" + NumberText.duration(duration - episode.position)
        }
        return NumberText.duration(duration)
    }
}
