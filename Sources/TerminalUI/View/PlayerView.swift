import ColumnModel
import Localization
import PlaybackRules
import RemoteControl
import TerminalText

/// The player's two lines.
enum PlayerView {
    static func draw(_ state: TUIState, in area: Area, _ grid: inout Grid) {
        guard let player = state.player else { return }
        drawTitle(state, player, area, &grid)
        drawBar(state, player, area, &grid)
    }

    /// The cells of the bar.
    static func bar(in area: Area, _ state: TUIState) -> Area? {
        guard let player = state.player, player.snapshot.duration.map({ $0 > .zero }) == true
        else { return nil }
        let (left, right) = times(player, state)
        let width = area.width - TextWidth.of(left) - TextWidth.of(right) - 4
        guard width >= 8 else { return nil }
        return Area(
            column: area.column + TextWidth.of(left) + 2, row: area.row + 1, width: width,
            height: 1)
    }

    /// The sign of what the player does.
    static func sign(_ snapshot: PlaybackSnapshot, _ glyphs: Glyphs) -> (String, TextStyle) {
        if snapshot.failure != nil { return (glyphs.failed, .red) }
        switch snapshot.status {
        case .playing:
            return snapshot.isStalled ? (glyphs.waiting, .yellow) : (glyphs.playing, .green)
        case .paused: return (glyphs.paused, .yellow)
        case .stopped: return (" ", [])
        }
    }

    /// Speed, volume, order and sleep, as far as they are not the usual ones.
    static func facts(_ player: PlayerState, at now: Duration, _ settings: TUISettings) -> String {
        let snapshot = player.snapshot
        var facts: [Message] = []
        if snapshot.isStalled { facts.append("waiting for the network") }
        if snapshot.speed != 1 {
            facts.append("\(NumberText.decimal(snapshot.speed))\(settings.glyphs.times)")
        }
        if snapshot.volume != 1 { facts.append("\(Int((snapshot.volume * 100).rounded())) %") }
        if snapshot.mode != .sequence { facts.append(snapshot.mode.words) }
        if let sleep = snapshot.sleep {
            let left: Message? =
                player.sleepLeft(at: now).map { sleepText($0) }
                ?? sleep.countLeft.map { count in
                    if case .chapters = sleep.kind {
                        count == 1 ? "sleep at chapter’s end" : "sleep after \(count) chapters"
                    } else {
                        count == 1 ? "sleep at the end" : "sleep after \(count)"
                    }
                }
            facts.append(left ?? "sleep on")
        }
        return facts.map { $0.text(in: settings.language) }.joined(separator: "  ")
    }

    /// Whole minutes, begun ones counted; the last two in seconds.
    private static func sleepText(_ left: Duration) -> Message {
        let seconds = left.components.seconds
        return seconds < 120 ? "sleep \(seconds) s" : "sleep \((seconds + 59) / 60) min"
    }

    private static func drawTitle(
        _ state: TUIState, _ player: PlayerState, _ area: Area, _ grid: inout Grid
    ) {
        let snapshot = player.snapshot
        let glyphs = state.settings.glyphs
        let (sign, signStyle) = sign(snapshot, glyphs)
        let row = area.row
        grid.fill(area.column, row, width: area.width)
        grid.put(sign, area.column + 1, row, width: 2, style: signStyle)
        var end = area.column + area.width - 1
        let facts = facts(player, at: state.now, state.settings)
        let factsWidth = min(TextWidth.of(facts), area.width / 2)
        if factsWidth > 0 {
            grid.put(facts, end - factsWidth, row, width: factsWidth, style: .cyan)
            end -= factsWidth + 2
        }
        let start = area.column + 4
        let title = SafeText.line(snapshot.track?.title ?? snapshot.track?.url ?? "")
        let liked = snapshot.track?.isLiked == true ? " " + glyphs.liked : ""
        if let failure = snapshot.failure {
            grid.put(state.text(failure), start, row, width: end - start, style: .red)
            return
        }
        let place = player.position(at: state.now)
        let chapter = player.chapterIndex(at: place).map { index in
            "\(index + 1)/\(player.chapters.count) " + SafeText.line(player.chapters[index].title)
        }
        let second = chapter ?? SafeText.line(snapshot.track?.columnTitle ?? "")
        // The title gets what it needs up to two thirds; the other what is left.
        let room = max(0, end - start)
        let wanted = TextWidth.of(title)
        let titleRoom =
            second.isEmpty || room < 30
            ? room : min(wanted, max(room * 2 / 3, room - TextWidth.of(second) - 3))
        let cut = TextWidth.cut(title, to: max(0, titleRoom))
        var column = grid.write(cut, start, row, end: end, style: .bold)
        column = grid.write(liked, column, row, end: end, style: .red)
        guard room >= 30, end - column > 6 else { return }
        column = grid.write(" \(glyphs.dot) ", column, row, end: end, style: .dim)
        grid.put(second, column, row, width: end - column, style: .dim)
    }

    private static func times(_ player: PlayerState, _ state: TUIState) -> (String, String) {
        let snapshot = player.snapshot
        let total = snapshot.duration.map {
            (snapshot.isDurationEstimated ? "~" : "") + NumberText.duration($0)
        }
        let place = NumberText.duration(player.position(at: state.now))
        // The bar does not move when an hour begins.
        let width = max(TextWidth.of(place), TextWidth.of(total ?? ""), 5)
        return (TextWidth.pad(place, to: width, isRight: true), total ?? "")
    }

    private static func drawBar(
        _ state: TUIState, _ player: PlayerState, _ area: Area, _ grid: inout Grid
    ) {
        let row = area.row + 1
        grid.fill(area.column, row, width: area.width)
        let (left, right) = times(player, state)
        grid.put(left, area.column + 1, row, width: TextWidth.of(left))
        let rightWidth = TextWidth.of(right)
        grid.put(
            right, area.column + area.width - rightWidth - 1, row, width: rightWidth, style: .dim)
        guard let bar = bar(in: area, state), let duration = player.snapshot.duration else {
            return
        }
        let glyphs = state.settings.glyphs.bar
        let parts = PlayerBar.parts(
            player, duration: duration, at: state.now, width: bar.width)
        for (offset, part) in parts.enumerated() {
            grid.put(
                String(glyphs.character(for: part)), bar.column + offset, row, width: 1,
                style: PlayerBar.style(of: part))
        }
    }
}
