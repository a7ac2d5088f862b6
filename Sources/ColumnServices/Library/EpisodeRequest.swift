public import ColumnModel
import ColumnStore

/// Which episodes a view wants, and in which order.
public struct EpisodeRequest: Sendable, Equatable {
    /// A named list.
    public enum List: String, Sendable, CaseIterable {
        /// All episodes.
        case episodes
        /// New by first sight, and neither played nor marked.
        case new
        /// What plays next.
        case queue
        /// With bytes on disk or asked for.
        case downloads
        /// Liked by the user.
        case liked
        /// With a place in them, last heard first.
        case history
    }

    /// The order of the rows; the raw values are those of `--sort`.
    public enum Order: String, Sendable, CaseIterable {
        /// Newest publication first.
        case newest
        /// Oldest publication first.
        case oldest
        /// By title.
        case title
        /// Longest first.
        case duration
    }

    /// The named list.
    public var list: List
    /// Only of this column.
    public var column: ColumnID?
    /// Only with audio in one of these states; empty: any.
    public var states: Set<AudioState> = []
    /// Only published at or after.
    public var since: Timestamp?
    /// No more rows than this.
    public var limit: Int?
    /// The order; nil: the list's own.
    public var order: Order?

    /// Makes a request for a list.
    public init(_ list: List = .episodes, column: ColumnID? = nil) {
        self.list = list
        self.column = column
    }

    var query: EpisodeQuery {
        let selection: EpisodeQuery.Selection =
            switch list {
            case .episodes: .all
            case .new: .new
            case .queue: .queue
            case .downloads: .downloads
            case .liked: .liked
            case .history: .history
            }
        let order: EpisodeQuery.Order =
            switch order {
            case .newest: .newest
            case .oldest: .oldest
            case .title: .title
            case .duration: .duration
            case nil: .natural
            }
        return EpisodeQuery(
            selection, column: column, states: states, since: since, limit: limit, order: order)
    }
}
