import ColumnModel
import Localization
import RemoteControl
import TerminalText

extension TUIState {
    /// How many rows are kept in memory; those far from any list's window go first.
    private static let maximumRows = 4_000

    /// Takes an event at a moment of the monotonic clock; answers what is to be done.
    mutating func handle(_ event: TUIEvent, at now: Duration) -> [TUIIntent] {
        self.now = now
        var intents: [TUIIntent] = []
        switch event {
        case .input(let input): intents = handle(input)
        case .command(let command):
            message = nil
            intents = perform(command)
        case .resized(let new): size = new
        case .tick, .done: break
        case .end: return [.quit]
        case .player(let snapshot): intents = take(snapshot)
        case .chapters(let id, let chapters):
            if player?.snapshot.track?.episode == id { player?.chapters = chapters }
        case .job(let kind, let job): jobs[kind] = job
        case .output(let number, let line):
            if output?.number == number { addOutput(line) }
        case .outputEnded(let number, let code):
            if output?.number == number {
                output?.code = code
            } else if let title = hiddenRuns.removeValue(forKey: number) {
                let end: Message = code == 0 ? "done" : "exit \(code)"
                message = Notice(text: "\(title): \(end).", isFault: code != 0)
            }
            intents = reload()
        case .completions(let text, let words):
            if input?.purpose == .command, input?.text == text { input?.offer(words) }
        case .message(let text, let isFault):
            message = Notice(text: text, isFault: isFault)
        case .libraryChanged(let change): intents = reload(change)
        case .coverChanged(let subject):
            if let article, article.subject == subject {
                intents = [
                    .loadArticle(subject, width: article.width, cover: article.wantedCover)
                ]
            }
        default: take(event)
        }
        return intents + wants()
    }

    /// What is to be read at the beginning.
    mutating func begin() -> [TUIIntent] {
        [.loadColumns] + wants()
    }

    /// Reads again what is on the screen.
    mutating func reload(_ change: LibraryChange = .all) -> [TUIIntent] {
        var intents: [TUIIntent] = change.contains(.columns) ? [.loadColumns] : []
        if change.contains(.lists), screen != .columns { intents += load(screen) }
        // The other lists are read again when they are shown.
        if change.contains(.lists) {
            for kind in lists.keys where kind != screen { lists[kind]?.isLoaded = false }
        }
        awaited = []
        let visible = list.visible(height: layout.list.height)
        let ids = list.rows[visible].compactMap(\.episode)
        if !ids.isEmpty { intents.append(.loadEpisodes(ids)) }
        return intents
    }

    /// Asks for the rows of a list.
    mutating func load(_ kind: ScreenKind) -> [TUIIntent] {
        lists[kind]?.generation += 1
        let generation = lists[kind]?.generation ?? 0
        switch kind {
        case .columns: return [.loadColumns]
        case .queue: return [.loadQueue(generation: generation)]
        case .bookmarks: return [.loadBookmarks(generation: generation)]
        case .search:
            return searchText.isEmpty
                ? [] : [.search(searchText, column: nil, generation: generation)]
        case .episodes, .new, .downloads, .liked, .history:
            let isFirst = lists[kind]?.rows.isEmpty ?? true
            return [
                .loadList(kind, request(kind), generation: generation, isFirst: isFirst)
            ]
        }
    }

    // MARK: - Data

    private mutating func take(_ event: TUIEvent) {
        switch event {
        case .columns(let rows):
            columns = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
            lists[.columns]?.replace(rows.map { .column($0.id) })
        case .list(let kind, let generation, let rows):
            if lists[kind]?.generation == generation { lists[kind]?.replace(rows) }
        case .episodes(let rows):
            if episodes.count > Self.maximumRows { dropFarRows() }
            for row in rows {
                episodes[row.id] = row
                awaited.remove(row.id)
            }
        case .bookmarks(let all):
            bookmarks = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        case .article(let subject, let width, let text):
            guard article?.subject == subject, article?.width == width else { return }
            let isFirst = article?.isLoaded != true
            if article?.text.cover != text.cover { article?.picture = nil }
            article?.text = text
            article?.isLoaded = true
            article?.stamp = nil
            if isFirst, article?.top == 0, text.place > 0 {
                article?.top = text.place
                scrollArticle(by: 0)
            }
            followSpeech()
            let top = article?.top ?? 0
            article?.keptTop = top
        case .cover(let cover, let picture):
            if article?.text.cover == cover { article?.picture = picture }
        case .images(let support): images = support
        default: break
        }
    }

    private mutating func dropFarRows() {
        let height = size.rows
        var near: Set<EpisodeID> = []
        for list in lists.values {
            let range =
                max(0, list.top - 4 * height)..<min(list.rows.count, list.top + 5 * height)
            near.formUnion(
                range.isEmpty
                    ? []
                    : list.rows[range.clamped(to: 0..<list.rows.count)]
                        .compactMap(\.episode))
        }
        episodes = episodes.filter { near.contains($0.key) }
    }

    private mutating func take(_ snapshot: PlaybackSnapshot?) -> [TUIIntent] {
        guard let snapshot else {
            player = nil
            followSpeech()
            return []
        }
        let old = player
        var new = PlayerState(snapshot: snapshot, receivedAt: now)
        guard let episode = snapshot.track?.episode else {
            player = new
            return []
        }
        let isSame = old?.snapshot.track?.episode == episode
        if isSame { new.chapters = old?.chapters ?? [] }
        player = new
        if old?.snapshot.cue != snapshot.cue || !isSame { followSpeech() }
        return isSame ? [] : [.loadChapters(episode)]
    }

    private mutating func addOutput(_ line: String) {
        guard output != nil else { return }
        output?.lines.append(SafeText.line(line))
        if let count = output?.lines.count, count > OutputPane.maximum {
            output?.lines.removeFirst(count - OutputPane.maximum)
        }
    }

    // MARK: - What the frame needs and is not there

    private mutating func wants() -> [TUIIntent] {
        let layout = layout
        lists[screen]?.scroll(height: layout.list.height)
        return missingRows(layout) + missingArticle(layout)
    }

    /// A page before and behind what is seen is fetched with it, so that scrolling shows rows.
    private mutating func missingRows(_ layout: Layout) -> [TUIIntent] {
        let list = list
        let height = max(1, layout.list.height)
        let visible = list.visible(height: height)
        let isMissing = { [episodes, awaited] (row: RowID) -> EpisodeID? in
            row.episode.flatMap { episodes[$0] == nil && !awaited.contains($0) ? $0 : nil }
        }
        guard list.rows[visible].contains(where: { isMissing($0) != nil }) else { return [] }
        let near =
            max(
                0, visible.lowerBound - height)..<min(
                list.rows.count, visible.upperBound + height)
        let ids = list.rows[near].compactMap(isMissing)
        awaited.formUnion(ids)
        return [.loadEpisodes(ids)]
    }

    private mutating func missingArticle(_ layout: Layout) -> [TUIIntent] {
        guard let area = layout.article, let subject = articleSubject else {
            if layout.article == nil, focus == .article { focus = .list }
            guard articleSubject == nil else { return [] }
            let kept = keepReading()
            article = nil
            return kept
        }
        let width = layout.articleTextWidth(area)
        let cover = images.cover(textWidth: width, height: area.height)
        if article?.subject == subject, article?.width == width, article?.wantedCover == cover {
            return []
        }
        let isSame = article?.subject == subject
        let kept = isSame ? [] : keepReading()
        var new = ArticleState(subject: subject, width: width)
        new.wantedCover = cover
        // The cover, too, stays until another text comes: episodes of a column share one.
        new.text = article?.text ?? ArticlePage()
        new.picture = article?.picture
        // In another text one begins where one left it.
        if isSame {
            new.top = article?.top ?? 0
        } else {
            new.text.stamps = []
            new.text.spoken = []
        }
        article = new
        return kept + [.loadArticle(subject, width: width, cover: cover)]
    }

    /// Keeps where one stands in the text, where that changed.
    mutating func keepReading() -> [TUIIntent] {
        guard let article, article.isLoaded, article.top != article.keptTop,
            case .episode(let id) = article.subject, !article.text.starts.isEmpty
        else { return [] }
        self.article?.keptTop = article.top
        let height = layout.article?.height ?? 0
        let isWhole = article.top + height >= article.lines.count
        return [
            .keepReading(
                id, place: article.text.paragraph(atLine: article.top), isWhole: isWhole)
        ]
    }

    private var articleSubject: ArticleState.Subject? {
        switch list.selected {
        case .column(let id): .column(id)
        case let row?: row.episode.map { .episode($0) }
        case nil: nil
        }
    }
}
