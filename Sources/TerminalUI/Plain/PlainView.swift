import ColumnModel
import Localization
import PlaybackRules
import RemoteControl
import TerminalText

/// What changed from one state to the next, in whole lines: the other view of the same state.
struct PlainView {
    private var wantsPage = true
    private var wantsArticle = false
    private var wantsRow = false
    private var told = 0

    /// Notes what was asked for, since that is told when it is there.
    mutating func expect(_ command: UserCommand) {
        switch command {
        case .show, .nextScreen, .previousScreen, .openColumn, .search, .nextOrder,
            .moveHalfPages, .redraw:
            wantsPage = true
        case .open:
            wantsPage = true
            wantsArticle = true
        case .back: wantsPage = true
        case .select, .move, .moveToFirst, .moveToLast: wantsRow = true
        default: break
        }
    }

    /// The lines that lead from one state to the next.
    mutating func lines(from old: TUIState, to new: TUIState) -> [String] {
        var lines = outputLines(from: old, to: new)
        if let message = new.message, message != old.message {
            lines.append(new.text(message.text))
        }
        if new.helpTop != nil, old.helpTop == nil { lines += PlainWords.help.map(new.text) }
        if let input = new.input, input != old.input {
            lines.append(new.text(input.purpose.prompt))
        }
        for (kind, _) in new.jobs where old.jobs[kind] == nil {
            lines.append(new.text(kind == .sync ? "Sync begins." : "Download begins."))
        }
        lines += playerLines(from: old, to: new).map(new.text)
        if let stamp = new.article?.stamp, stamp != old.article?.stamp,
            let stamps = new.article?.text.stamps, stamps.indices.contains(stamp),
            let line = new.article?.lines[stamps[stamp].line].plain
        {
            lines.append("\(NumberText.duration(stamps[stamp].time)): \(line)")
        }
        let isReading = new.focus == .article
        if isReading, wantsArticle, let article = new.article, article.isLoaded {
            wantsArticle = false
            wantsPage = false
            lines += article.lines.map { $0.pieces.map(\.text).joined() }
        } else if wantsPage, !isReading, isReady(new) {
            wantsPage = false
            wantsArticle = false
            lines += page(new)
        } else if wantsRow, !isReading, isReady(new), let row = new.list.selected {
            wantsRow = false
            lines.append("> " + text(of: row, new))
        } else if !isReading, !wantsPage, isReady(new), let row = new.list.selected,
            old.list.selected == row, let id = row.episode, let before = old.episodes[id],
            let now = new.episodes[id],
            before.isLiked != now.isLiked
                || before.isPlayed != now.isPlayed || before.state != now.state
        {
            lines.append("> " + text(of: row, new))
        }
        return lines
    }

    // MARK: - Lists

    private func isReady(_ state: TUIState) -> Bool {
        let visible = state.list.visible(height: state.layout.list.height)
        return state.list.isLoaded || (state.screen == .search && state.searchText.isEmpty)
            ? state.list.rows[visible].allSatisfy { row in
                row.episode.map { state.episodes[$0] != nil } ?? true
            } : false
    }

    private func page(_ state: TUIState) -> [String] {
        let list = state.list
        var title = state.text(state.screen.title)
        if state.screen == .episodes, let id = state.column, let column = state.columns[id] {
            title = column.title
        }
        guard !list.rows.isEmpty else { return [state.text("\(title): \(emptyWords(state))")] }
        let visible = list.visible(height: state.layout.list.height)
        let heading: Message =
            visible.count == list.rows.count
            ? "\(title): \(list.rows.count)"
            : "\(title): \(visible.lowerBound + 1) to \(visible.upperBound) of \(list.rows.count)"
        return [state.text(heading)]
            + visible.map { index in
                (index == list.cursor ? "> " : "  ") + text(of: list.rows[index], state)
            }
    }

    private func emptyWords(_ state: TUIState) -> Message {
        if state.screen == .search, !state.searchText.isEmpty {
            return "nothing is found for “\(SafeText.line(state.searchText))”."
        }
        return "nothing."
    }

    private func text(of row: RowID, _ state: TUIState) -> String {
        switch row {
        case .column(let id):
            guard let column = state.columns[id] else { return "\(id.rawValue)" }
            var parts: [Message] = [
                "\(id.rawValue) \(column.title)", "\(column.unplayedCount) unplayed",
            ]
            parts.append("\(column.episodeCount) in all")
            if let fault = column.fault { parts.append(fault) }
            return state.text(.list(parts, .parts))
        case .bookmark(let number, let id):
            let bookmark = state.bookmarks[number]
            let place = bookmark.map { NumberText.duration($0.position) } ?? ""
            let parts = ["\(number) \(place)", bookmark?.note, state.episodes[id]?.title]
                .compactMap { $0.map { Message(verbatim: SafeText.line($0)) } }
            return state.text(.list(parts, .parts))
        case .episode(let id), .queued(_, let id):
            return state.episodes[id].map { text(of: $0, state) } ?? "\(id.rawValue)"
        }
    }

    private func text(of episode: EpisodeRow, _ state: TUIState) -> String {
        var parts: [Message] = ["\(episode.id.rawValue) \(episode.title)"]
        if state.screen != .episodes || state.column == nil {
            parts += state.columns[episode.column].map { [Message(verbatim: $0.title)] } ?? []
        }
        if let day = episode.published {
            parts.append(Message(verbatim: DayText.day(day, state.settings)))
        }
        if let length = episode.duration {
            parts.append(Message(verbatim: NumberText.duration(length)))
        }
        if !episode.hasAudio { parts.append("text") }
        parts.append(
            episode.isPlayed
                ? "played"
                : episode.isBegun
                    ? "at \(NumberText.duration(episode.position))" : "unplayed")
        if episode.isLiked { parts.append("liked") }
        switch episode.state {
        case .complete, .unproven: parts.append("downloaded")
        case .partial: parts.append("downloaded in part")
        case .queued: parts.append("to be downloaded")
        case .failed: parts.append("download failed")
        case .missing: parts.append("file missing")
        case .none, .trashed: break
        }
        return state.text(.list(parts, .parts))
    }

    // MARK: - The rest

    private mutating func outputLines(from old: TUIState, to new: TUIState) -> [String] {
        guard let output = new.output else { return [] }
        if old.output?.number != output.number { told = 0 }
        var lines = Array(output.lines.dropFirst(told))
        told = output.lines.count
        if let code = output.code, old.output?.code == nil, code != 0 {
            lines.append(new.text("It ended with \(code)."))
        }
        return lines
    }

    private func playerLines(from old: TUIState, to new: TUIState) -> [Message] {
        guard let player = new.player, let track = player.snapshot.track else {
            return old.player?.snapshot.track == nil ? [] : ["The player has ended."]
        }
        let snapshot = player.snapshot
        let place = player.position(at: new.now)
        let placeText = NumberText.duration(place)
        let before = old.player?.snapshot
        guard let before, before.track?.id == track.id, before.processID == snapshot.processID
        else {
            let title = SafeText.line(track.title ?? track.url ?? "")
            let column: Message = track.columnTitle.map { ", \(SafeText.line($0))" } ?? ""
            return [
                snapshot.status == .playing
                    ? "Playing: \(title)\(column), at \(placeText)"
                    : "Paused: \(title)\(column), at \(placeText)"
            ]
        }
        var lines: [Message] = []
        if before.status != snapshot.status {
            switch snapshot.status {
            case .playing: lines.append("Going on at \(placeText)")
            case .paused: lines.append("Paused at \(placeText)")
            case .stopped: lines.append("Stopped at \(placeText)")
            }
        }
        if snapshot.isStalled, !before.isStalled { lines.append("Waiting for the network") }
        if let failure = snapshot.failure, before.failure != failure {
            lines.append("\(new.text(failure))")
        }
        if before.speed != snapshot.speed {
            lines.append("Speed \(NumberText.decimal(snapshot.speed))")
        }
        if before.volume != snapshot.volume {
            lines.append("Volume \(Int((snapshot.volume * 100).rounded())) %")
        }
        if before.mode != snapshot.mode { lines.append("Order: \(snapshot.mode.words)") }
        if before.sleep?.kind != snapshot.sleep?.kind {
            lines.append(snapshot.sleep == nil ? "Sleep timer off" : "Sleep timer on")
        }
        let expected = old.player?.position(at: new.now) ?? place
        let jump = place > expected ? place - expected : expected - place
        if jump > .seconds(2) { lines.append("At \(placeText)") }
        let chapter = player.chapterIndex(at: place)
        if let chapter,
            chapter != old.player?.chapterIndex(at: old.player?.position(at: old.now) ?? .zero),
            player.chapters.indices.contains(chapter)
        {
            let title = SafeText.line(player.chapters[chapter].title)
            lines.append("Chapter \(chapter + 1) of \(player.chapters.count): \(title)")
        }
        return lines
    }
}
