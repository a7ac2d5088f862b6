import ColumnModel
import Localization
import PictureKit
import RemoteControl
import TerminalText

/// What happens to the interface.
enum TUIEvent: Sendable {
    /// The user did something at the terminal.
    case input(TUIInput)
    /// The user asked for something in words.
    case command(UserCommand)
    /// The terminal has another size.
    case resized(TerminalSize)
    /// Time went on.
    case tick
    /// The program is told to end.
    case end

    /// The columns.
    case columns([ColumnRow])
    /// The rows of a list.
    case list(ScreenKind, generation: Int, [RowID])
    /// What rows show.
    case episodes([EpisodeRow])
    /// Bookmarks by their numbers.
    case bookmarks([Bookmark])
    /// A text.
    case article(ArticleState.Subject, width: Int, ArticlePage)
    /// A cover as the terminal takes it.
    case cover(Cover, TerminalPicture)
    /// A text's cover came, or is none.
    case coverChanged(ArticleState.Subject)
    /// It is known how pictures reach the terminal.
    case images(ImageSupport)
    /// What may stand in place of the last word of a command that was typed so far.
    case completions(String, [String])
    /// The library changed, here or in another process.
    case libraryChanged(LibraryChange)

    /// What the player says; nil: none runs.
    case player(PlaybackSnapshot?)
    /// The chapters of an episode.
    case chapters(EpisodeID, [Chapter])

    /// A sync or download began, went on, or ended (nil).
    case job(JobState.Kind, JobState?)
    /// A line of the command that runs.
    case output(Int, String)
    /// The command ended.
    case outputEnded(Int, code: Int32)
    /// An intent is done, whatever came of it; for those who wait.
    case done
    /// Something to say.
    case message(Message, isFault: Bool)
}
