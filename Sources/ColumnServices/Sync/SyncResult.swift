public import ColumnModel
import FeedSync

/// What became of one column in a sync.
public struct SyncResult: Sendable, Equatable {
    /// The outcome.
    public enum Outcome: Sendable, Equatable {
        /// The feed was read and merged.
        case merged(added: Int, updated: Int, rekeyed: Int, total: Int)
        /// It says what it said before.
        case unchanged
        /// It asked not to be fetched before a moment, or at this hour.
        case notDue(until: Timestamp?)
        /// It is gone for good and is not asked until the user says so.
        case stopped
        /// It would change more than the brake lets through; nothing was changed.
        case held(changes: Int, known: Int)
        /// It could not be had or read.
        case failed(Failure, lastSuccess: Timestamp?)
    }

    /// The column.
    public let column: ColumnID
    /// Its title after the sync.
    public let title: String
    /// Its address after the sync.
    public let url: String
    /// The outcome.
    public let outcome: Outcome
    /// Where the feed's address has changed for good, the one before.
    public let movedFrom: String?
    /// Damage in the feed; what could be read was merged.
    public let problem: FeedProblem?

    init(_ result: FeedSyncResult) {
        column = result.column
        title = result.title
        url = result.url
        outcome =
            switch result.outcome {
            case .merged(let counts):
                .merged(
                    added: counts.added, updated: counts.updated, rekeyed: counts.rekeyed,
                    total: counts.total)
            case .unchanged: .unchanged
            case .notDue(let until): .notDue(until: until)
            case .stopped: .stopped
            case .held(let changes, let known): .held(changes: changes, known: known)
            case .failed(let failure, let lastSuccess):
                .failed(failure, lastSuccess: lastSuccess)
            }
        movedFrom = result.movedFrom
        problem = result.problem
    }
}

/// What came of a wish to subscribe.
public enum SubscriptionOutcome: Sendable, Equatable {
    /// The column is there now, with what its feed had.
    case added(SyncResult)
    /// The library has the column already.
    case known(ColumnID)
    /// There is no feed; nothing was changed.
    case failed(Failure)
    /// A web page that names several feeds; nothing was changed.
    case ambiguous(feeds: [String], page: String)
    /// A list of subscriptions (OPML); nothing was changed.
    case list([ListedFeed], skipped: Int)
}

/// A feed that a list of subscriptions names.
public struct ListedFeed: Sendable, Equatable {
    /// Its address as it stands there.
    public let url: String
    /// What the list calls it.
    public let title: String?
}
