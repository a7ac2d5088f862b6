import ColumnModel

/// What a row of a list is.
enum RowID: Hashable, Sendable {
    /// A column.
    case column(ColumnID)
    /// An episode.
    case episode(EpisodeID)
    /// A place in the queue.
    case queued(entry: Int64, EpisodeID)
    /// A bookmark.
    case bookmark(Int64, EpisodeID)

    /// The episode, where it is or has one.
    var episode: EpisodeID? {
        switch self {
        case .column: nil
        case .episode(let id), .queued(_, let id), .bookmark(_, let id): id
        }
    }

    /// The number by which a user names it in plain mode.
    var number: Int64 {
        switch self {
        case .column(let id): id.rawValue
        case .bookmark(let number, _): number
        case .episode(let id), .queued(_, let id): id.rawValue
        }
    }
}
