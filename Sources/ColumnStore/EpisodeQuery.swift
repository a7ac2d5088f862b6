public import ColumnModel

/// Which episodes to list, and in which order.
public struct EpisodeQuery: Sendable {
    /// A named selection.
    public enum Selection: Sendable {
        /// All that the user has not hidden by removing a column.
        case all
        /// New by first sight, and neither played nor marked.
        case new
        /// Liked by the user.
        case liked
        /// With bytes on disk or asked for.
        case downloads
        /// In the queue, in its order.
        case queue
        /// With a place in them, last heard first.
        case history
        /// Certain ones.
        case ids([EpisodeID])
    }

    /// The order of the rows.
    public enum Order: String, Sendable, CaseIterable {
        /// Newest publication first; undated by first sight.
        case newest
        /// Oldest publication first.
        case oldest
        /// By title.
        case title
        /// Longest first.
        case duration
        /// The order that belongs to the selection.
        case natural
    }

    /// The named selection.
    public var selection: Selection
    /// Only of this column.
    public var column: ColumnID?
    /// Only with audio in one of these states; empty: any.
    public var states: Set<AudioState>
    /// Only published (or, without a date, first seen) at or after.
    public var since: Timestamp?
    /// No more rows than this.
    public var limit: Int?
    /// The order of the rows.
    public var order: Order

    /// Makes a query.
    public init(
        _ selection: Selection = .all, column: ColumnID? = nil, states: Set<AudioState> = [],
        since: Timestamp? = nil, limit: Int? = nil, order: Order = .natural
    ) {
        self.selection = selection
        self.column = column
        self.states = states
        self.since = since
        self.limit = limit
        self.order = order
    }
}
