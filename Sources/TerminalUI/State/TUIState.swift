import ColumnModel
import ColumnServices
import Localization
import RemoteControl
import TerminalText

/// All that the interface shows: a value, changed by events, from which a frame or lines are made.
struct TUIState: Equatable, Sendable {
    /// What has the keys.
    enum Focus: Sendable {
        case list, article
    }

    /// Something said at the bottom until the next key.
    struct Notice: Equatable, Sendable {
        var text: Message
        var isFault: Bool
    }

    /// What the interface was told of the program around it.
    var settings: TUISettings
    /// The terminal's size.
    var size: TerminalSize
    /// The moment of the last event, on the monotonic clock.
    var now = Duration.zero

    var screen = ScreenKind.columns
    var lists: [ScreenKind: ListState] = [:]
    /// The column whose episodes the screen of episodes shows; nil: all.
    var column: ColumnID?
    var order: EpisodeRequest.Order?
    var columns: [ColumnID: ColumnRow] = [:]
    var episodes: [EpisodeID: EpisodeRow] = [:]
    var bookmarks: [Int64: Bookmark] = [:]
    /// What was asked for and did not come yet.
    var awaited: Set<EpisodeID> = []
    var searchText = ""

    var focus = Focus.list
    /// Whether the article was asked for where it does not always stand beside.
    var isArticleOpen = false
    var article: ArticleState?
    /// How pictures reach the terminal.
    var images = ImageSupport.none

    var player: PlayerState?
    var jobs: [JobState.Kind: JobState] = [:]
    var input: InputLine?
    var history: [String] = []
    var output: OutputPane?
    var runCount = 0
    /// Commands that go on with their output put away, by their numbers.
    var hiddenRuns: [Int: String] = [:]
    /// The first line of the help that is seen; nil: it is not open.
    var helpTop: Int?
    var message: Notice?

    init(settings: TUISettings, size: TerminalSize) {
        self.settings = settings
        self.size = size
        for kind in ScreenKind.allCases { lists[kind] = ListState() }
    }

    /// The list on the screen.
    var list: ListState {
        get { lists[screen] ?? ListState() }
        set { lists[screen] = newValue }
    }

    /// The selected row's episode, with what is known of it.
    var selectedEpisode: EpisodeRow? { list.selected?.episode.flatMap { episodes[$0] } }

    /// A message in the language of the user.
    func text(_ message: Message) -> String { message.text(in: settings.language) }

    /// What another process says of a failure, by its code where its words are in another language.
    func text(_ failure: RemoteControl.PlaybackFailure) -> String {
        SafeText.line(settings.codes[failure.code].map(text) ?? failure.message)
    }

    /// Where things stand.
    var layout: Layout { Layout(self) }
}
