import ColumnModel
import ColumnServices
import Localization
import PlaybackRules
import RemoteControl
import TerminalText

@testable import TerminalUI

/// The interface without terminal, library and player: intents are answered from values at once.
struct FakeInterface {
    private(set) var state: TUIState
    /// What was wanted of the world outside, reads left out.
    private(set) var wanted: [TUIIntent] = []
    /// The lines of plain mode.
    private(set) var lines: [String] = []
    var now = Duration.seconds(100)
    /// Whether texts have covers.
    var hasCovers = false

    private let columns: [Column]
    private let episodes: [Episode]
    private var queue: [(entry: Int64, episode: EpisodeID)] = []
    private var bookmarks: [Bookmark] = []
    private var plain = PlainView()

    init(
        _ width: Int = 80, _ height: Int = 24, columns: [Column] = Samples.columns,
        episodes: [Episode] = Samples.episodes
    ) {
        self.columns = columns
        self.episodes = episodes
        queue = episodes.prefix(3).enumerated().map { (Int64($0 + 1), $1.id) }
        bookmarks = episodes.prefix(2).enumerated().map { index, episode in
            Bookmark(
                id: Int64(index + 1), episode: episode.id, position: .seconds(60 * (index + 1)),
                note: index == 0 ? "再听一遍" : nil,
                created: Timestamp(secondsSince1970: 1_760_000_000))
        }
        var settings = TUISettings()
        settings.commandNames = [
            "add", "list", "like", "play", "search", "speed", "status", "sync",
        ]
        state = TUIState(settings: settings, size: TerminalSize(columns: width, rows: height))
        let before = state
        let intents = state.begin()
        lines += plain.lines(from: before, to: state)
        answer(intents)
    }

    mutating func handle(_ event: TUIEvent) {
        let before = state
        let intents = state.handle(event, at: now)
        lines += plain.lines(from: before, to: state)
        answer(intents)
    }

    mutating func perform(_ commands: UserCommand...) {
        for command in commands {
            plain.expect(command)
            handle(.command(command))
        }
    }

    mutating func press(_ keys: TUIKey...) {
        for key in keys {
            if state.input == nil, let command = KeyBinding.commands[key] { plain.expect(command) }
            handle(.input(.key(key)))
        }
    }

    mutating func type(_ text: String) {
        for character in text { press(.character(character)) }
    }

    /// A player that plays an episode.
    mutating func play(
        _ episode: Episode, at place: Duration,
        _ change: (inout PlaybackSnapshot) -> Void = { _ in }
    ) {
        var snapshot = PlaybackSnapshot()
        snapshot.status = .playing
        var track = PlaybackTrack(id: 1)
        track.episode = episode.id
        track.column = episode.column
        track.title = episode.title
        track.columnTitle = columns.first { $0.id == episode.column }?.title
        snapshot.track = track
        snapshot.position = place
        snapshot.duration = episode.duration
        snapshot.bufferedRanges = [
            Duration.zero..<Duration.seconds(900),
            Duration.seconds(1_500)..<Duration.seconds(1_800),
        ]
        change(&snapshot)
        handle(.player(snapshot))
    }

    var grid: Grid { FrameView.grid(state) }

    /// The screen as text, a line each.
    var screen: String {
        let grid = grid
        return (0..<grid.height).map { grid.text(row: $0) }.joined(separator: "\n") + "\n"
    }

    mutating func speakChinese() { state.settings.language = .chinese }

    mutating func useCodes(_ codes: [String: Message]) { state.settings.codes = codes }

    mutating func useGlyphs(_ glyphs: Glyphs) { state.settings.glyphs = glyphs }

    mutating func forgetWanted() { wanted = [] }

    // MARK: - The world

    private mutating func answer(_ intents: [TUIIntent]) {
        for intent in intents { answer(intent) }
    }

    private mutating func answer(_ intent: TUIIntent) {
        switch intent {
        case .loadColumns: handle(.columns(columns.map(ColumnRow.init)))
        case .loadList(let kind, let request, let generation, _):
            let rows = episodes.filter { episode in
                (request.column ?? episode.column) == episode.column
                    && (kind != .liked || episode.isLiked)
                    && (kind != .downloads || episode.audio.state != .none)
            }
            handle(.list(kind, generation: generation, rows.map { .episode($0.id) }))
        case .loadQueue(let generation):
            handle(
                .list(
                    .queue, generation: generation,
                    queue.map { .queued(entry: $0.entry, $0.episode) }))
        case .loadBookmarks(let generation):
            handle(.bookmarks(bookmarks))
            handle(
                .list(
                    .bookmarks, generation: generation,
                    bookmarks.map { .bookmark($0.id, $0.episode) }))
        case .search(let text, _, let generation):
            let rows = episodes.filter { $0.title.contains(text) }
            handle(.list(.search, generation: generation, rows.map { .episode($0.id) }))
        case .loadEpisodes(let ids):
            let set = Set(ids)
            handle(.episodes(episodes.filter { set.contains($0.id) }.map(EpisodeRow.init)))
        case .loadArticle(let subject, let width, let cover):
            var page = Samples.article(width)
            if hasCovers, let cover { page.cover = Cover(path: "/cover.png", request: cover) }
            handle(.article(subject, width: width, page))
        case .complete(let line):
            handle(
                .completions(line, line.hasSuffix("--") ? ["--all", "--json"] : ["The Night Post"]))
        case .loadChapters(let id): handle(.chapters(id, Samples.chapters))
        default: wanted.append(intent)
        }
    }
}
