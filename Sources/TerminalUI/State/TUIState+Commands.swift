import ColumnModel
import ColumnServices
import Localization
import PlaybackRules
import RemoteControl
import TerminalText

extension TUIState {
    /// Does what the user asked for, as far as it is a matter of this state.
    mutating func perform(_ command: UserCommand) -> [TUIIntent] {
        if let intents = performInOverlay(command) { return intents }
        switch command {
        case .move(let rows): move(by: rows)
        case .moveHalfPages(let halves):
            let height = focus == .article ? layout.article?.height ?? 2 : layout.list.height
            move(by: halves * max(1, halves.magnitude > 1 ? (height - 1) / 2 : height / 2))
        case .moveToFirst: move(by: -1_000_000_000)
        case .moveToLast: move(by: 1_000_000_000)
        case .select(let number): select(number)
        case .show(let kind): return show(kind)
        case .nextScreen: return showScreen(by: 1)
        case .previousScreen: return showScreen(by: -1)
        case .open: return open()
        case .back: return goBack()
        case .openColumn:
            guard let id = selectedEpisode?.column else { return [] }
            return showEpisodes(of: id)
        case .search(let text): return search(text)
        case .nextOrder: return changeOrder()
        case .typeCommand(let text): input = InputLine(.command, text: text)
        case .typeSearch: input = InputLine(.search)
        case .typeNote:
            guard player?.snapshot.track?.episode != nil else { return say("Nothing plays.") }
            input = InputLine(.note)
        case .help: helpTop = 0
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .moveToStamp(let step): return moveToStamp(step)
        case .goToSpeech: return goToSpeech()
        case .playParagraph: return playParagraph()
        case .quit: return quit()
        case .leave: return keepReading() + [.quit]
        case .leaveBehind: return keepReading() + [.keepJobs, .quit]
        case .run(let words): return run(words)
        default: return performOutside(command)
        }
        return []
    }

    /// Commands that reach the player or the library.
    private mutating func performOutside(_ command: UserCommand) -> [TUIIntent] {
        switch command {
        case .play, .toggle, .stop, .nextTrack, .previousTrack, .skip, .undoSeek, .seekShare,
            .seekText, .chapter, .changeSpeed, .setSpeed, .changeVolume, .extendSleep, .sleep,
            .nextMode,
            .bookmark:
            performOnPlayer(command)
        default: performOnLibrary(command)
        }
    }

    /// Moves, closes or leaves alone what lies over the list; nil where nothing does.
    private mutating func performInOverlay(_ command: UserCommand) -> [TUIIntent]? {
        guard helpTop != nil || output != nil else { return nil }
        let height = max(1, size.rows - 2)
        let count = helpTop != nil ? HelpView.lines(self).count : OutputView.lines(self).count
        var top = helpTop ?? output?.top ?? 0
        switch command {
        case .move(let rows): top += rows
        case .moveHalfPages(let halves): top += halves * max(1, height / 2)
        case .moveToFirst: top = 0
        case .moveToLast: top = count
        case .cancelJob where output?.code == nil && helpTop == nil:
            return output.map { [.stopRun($0.number)] } ?? []
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .back, .quit, .help, .open, .show, .typeCommand, .typeSearch, .cancelJob:
            if helpTop != nil { helpTop = nil } else { putOutputAway() }
            let isClosing = [.back, .quit, .help, .open, .cancelJob].contains(command)
            return isClosing ? [] : perform(command)
        default: return nil
        }
        top = min(max(0, top), max(0, count - height))
        if helpTop != nil { helpTop = top } else { output?.top = top }
        return []
    }

    /// A command that still runs is not broken off by looking away.
    private mutating func putOutputAway() {
        if let output, output.code == nil {
            hiddenRuns[output.number] = output.title
            message = Notice(text: "It goes on; ^X breaks it off.", isFault: false)
        }
        output = nil
    }

    /// Leaves, and asks where something would be broken off by that.
    private mutating func quit() -> [TUIIntent] {
        if !jobs.isEmpty {
            input = InputLine(.leaving(Array(jobs.keys)))
            return []
        }
        if !hiddenRuns.isEmpty {
            input = InputLine(.confirm("A command runs; leave and break it off?", .leave))
            return []
        }
        return keepReading() + [.quit]
    }

    // MARK: - Moving

    /// Chooses a time in the text, the first at or below what is seen to begin with.
    private mutating func moveToStamp(_ step: Int) -> [TUIIntent] {
        guard let area = layout.article, let article, !article.text.stamps.isEmpty else {
            return say(
                article == nil || layout.article == nil
                    ? "Times are in the text; Enter opens it." : "The text names no times.")
        }
        focus = .article
        let stamps = article.text.stamps
        let index =
            if let stamp = article.stamp { min(max(0, stamp + step), stamps.count - 1) } else {
                stamps.firstIndex { $0.line >= article.top } ?? stamps.count - 1
            }
        self.article?.stamp = index
        let line = stamps[index].line
        if line < article.top || line >= article.top + area.height {
            scrollArticle(by: line - article.top - area.height / 3)
        }
        return []
    }

    private mutating func move(by rows: Int) {
        if focus == .article { scrollArticle(by: rows) } else { list.move(to: list.cursor + rows) }
    }

    mutating func scrollArticle(by rows: Int) {
        guard let area = layout.article, let lines = article?.lines else { return }
        let lowest = max(0, lines.count + 1 - area.height)
        let top = (article?.top ?? 0) + rows
        article?.top = min(max(0, top), lowest)
    }

    private mutating func select(_ number: Int64) {
        guard let index = list.rows.firstIndex(where: { $0.number == number }) else {
            message = Notice(text: "There is no \(number) in this list.", isFault: true)
            return
        }
        focus = .list
        list.move(to: index)
    }

    private mutating func showScreen(by step: Int) -> [TUIIntent] {
        let all = ScreenKind.allCases
        guard let index = all.firstIndex(of: screen) else { return [] }
        return show(all[(index + step + all.count) % all.count])
    }

    private mutating func show(_ kind: ScreenKind) -> [TUIIntent] {
        focus = .list
        isArticleOpen = false
        if kind == .episodes, column != nil {
            column = nil
            lists[.episodes] = ListState(generation: (lists[.episodes]?.generation ?? 0) + 1)
        }
        screen = kind
        if kind == .search, searchText.isEmpty { input = InputLine(.search) }
        return load(kind)
    }

    private mutating func showEpisodes(of id: ColumnID) -> [TUIIntent] {
        focus = .list
        isArticleOpen = false
        if column != id || lists[.episodes]?.isLoaded != true {
            lists[.episodes] = ListState(generation: (lists[.episodes]?.generation ?? 0) + 1)
        }
        column = id
        screen = .episodes
        return load(.episodes)
    }

    private mutating func open() -> [TUIIntent] {
        if focus == .article, let article, let stamp = article.stamp,
            article.text.stamps.indices.contains(stamp)
        {
            return play(from: article.text.stamps[stamp].time)
        }
        switch list.selected {
        case .column(let id): return showEpisodes(of: id)
        case .bookmark: return performOnPlayer(.play)
        case .episode, .queued:
            isArticleOpen = true
            focus = .article
            return []
        case nil: return []
        }
    }

    private mutating func goBack() -> [TUIIntent] {
        if focus == .article || isArticleOpen {
            let kept = keepReading()
            focus = .list
            isArticleOpen = false
            article?.stamp = nil
            return kept
        }
        if screen == .episodes, let id = column {
            screen = .columns
            if let index = list.rows.firstIndex(of: .column(id)) { list.move(to: index) }
            return []
        }
        return []
    }

    private mutating func search(_ text: String) -> [TUIIntent] {
        searchText = text
        focus = .list
        isArticleOpen = false
        screen = .search
        lists[.search] = ListState(generation: (lists[.search]?.generation ?? 0) + 1)
        return load(.search)
    }

    private mutating func changeOrder() -> [TUIIntent] {
        guard screen != .columns, screen != .queue, screen != .bookmarks, screen != .search else {
            return say("This list has one order.")
        }
        let all: [EpisodeRequest.Order?] = [nil] + EpisodeRequest.Order.allCases
        let index = all.firstIndex(of: order) ?? 0
        order = all[(index + 1) % all.count]
        if screen == .episodes, order == .newest { order = .oldest }
        list.move(to: 0)
        list.top = 0
        message = Notice(
            text: order.map { "Order: \($0.words)" } ?? "Order: the list’s own", isFault: false)
        return load(screen)
    }

    /// Which episodes a list has.
    func request(_ kind: ScreenKind) -> EpisodeRequest {
        var request = EpisodeRequest(EpisodeRequest.List(rawValue: kind.rawValue) ?? .episodes)
        if kind == .episodes { request.column = column }
        request.order = order
        return request
    }

    // MARK: - The command line

    private mutating func run(_ words: [String]) -> [TUIIntent] {
        var words = words
        if words.first == "column" { words.removeFirst() }
        switch words.first {
        case nil: return []
        case "q", "quit", "exit": return quit()
        case "tui": return say("You are in it.")
        case "help" where words.count == 1:
            helpTop = 0
            return []
        case "player": return say("The player runs by itself; p plays.")
        case "play" where !words.contains("--background"):
            // Without a terminal of its own it must not hold this one.
            words.append("--background")
        default: break
        }
        runCount += 1
        // A login in an address is for the command, and not for whoever looks over a shoulder.
        let shown = words.map { $0.contains("://") ? FeedAddress($0)?.url ?? $0 : $0 }
        output = OutputPane(number: runCount, title: "column " + shown.joined(separator: " "))
        return [.run(words, number: runCount)]
    }

    /// Says why nothing is done.
    mutating func say(_ text: Message, isFault: Bool = false) -> [TUIIntent] {
        message = Notice(text: text, isFault: isFault)
        return []
    }
}
