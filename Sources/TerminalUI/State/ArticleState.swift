import ColumnModel
import PictureKit

/// The text beside or below the list.
struct ArticleState: Equatable, Sendable {
    /// Of what it is.
    enum Subject: Hashable, Sendable {
        case episode(EpisodeID)
        case column(ColumnID)
    }

    /// Of what it is.
    var subject: Subject
    /// For which width its lines are set.
    var width: Int
    /// The cover that was asked for with it.
    var wantedCover: PictureRequest?
    /// The cover as the terminal takes it; nil until it came.
    var picture: TerminalPicture?
    /// The text; that of the one before until it came, so that nothing flickers.
    var text = ArticlePage()
    /// Whether it came.
    var isLoaded = false
    /// The first line that is seen.
    var top = 0
    /// Where it stood when it was kept last.
    var keptTop = 0
    /// The lines that are spoken at the moment.
    var said: Range<Int>?
    /// The chosen time in the text.
    var stamp: Int?

    /// Its lines.
    var lines: [StyledText] { text.lines }
}
