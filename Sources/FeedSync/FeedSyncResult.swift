public import ColumnModel

/// What became of one column in a sync.
public struct FeedSyncResult: Sendable {
    /// The outcome.
    public enum Outcome: Sendable, Equatable {
        /// The feed was read and merged.
        case merged(MergeCounts)
        /// It says what it said before.
        case unchanged
        /// It asked not to be fetched before a moment, or at this hour.
        case notDue(until: Timestamp?)
        /// It is gone for good (410) and is not asked until the user says so.
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
}

/// How many episodes a merge added and changed.
public struct MergeCounts: Sendable, Equatable {
    /// New in the library.
    public var added = 0
    /// Known, and changed by the publisher.
    public var updated = 0
    /// Known, under a new guid.
    public var rekeyed = 0
    /// In the feed, all told.
    public var total = 0

    /// No episodes.
    public init() {}
}
