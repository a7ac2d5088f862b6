import ColumnModel
import ColumnServices
import PictureKit
import RemoteControl

/// What the interface wants done; the results come back as events.
enum TUIIntent: Equatable, Sendable {
    case loadColumns
    /// The rows of a list; the first of them at once where none is shown yet.
    case loadList(ScreenKind, EpisodeRequest, generation: Int, isFirst: Bool)
    case loadQueue(generation: Int)
    case loadBookmarks(generation: Int)
    case search(String, column: ColumnID?, generation: Int)
    case loadEpisodes([EpisodeID])
    case loadArticle(ArticleState.Subject, width: Int, cover: PictureRequest?)
    case loadChapters(EpisodeID)

    /// Play an episode, followed by what belongs to it; an entry leaves the queue.
    case play(EpisodeID, from: Duration?, entry: Int64?)
    /// Go on in a column.
    case playColumn(ColumnID)
    /// Go on with what was played last.
    case playLast
    case steer(PlaybackCommand)

    case like(EpisodeID, Bool)
    case mark(EpisodeID, played: Bool)
    case enqueue(EpisodeID, atFront: Bool)
    case dequeue(Int64)
    case moveInQueue(Int64, to: Int)
    case addBookmark(EpisodeID, at: Duration, note: String?)
    case removeBookmark(Int64)
    case unsubscribe(ColumnID)
    case undo

    case run([String], number: Int)
    case stopRun(Int)
    /// What may stand in place of the last word of a typed command.
    case complete(String)
    case sync(ColumnID?)
    case download([EpisodeID])
    case cancelJobs
    /// Syncs and downloads go on when the interface has ended.
    case keepJobs
    /// The paragraph at which reading goes on; whether the article's end was seen.
    case keepReading(EpisodeID, place: Int, isWhole: Bool)
    case redraw, suspend, quit
}
