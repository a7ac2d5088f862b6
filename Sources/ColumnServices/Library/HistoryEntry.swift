public import ColumnModel
import ColumnStore

/// One recorded change of a column or an episode, with its cause.
public struct HistoryEntry: Sendable, Equatable {
    /// When it was made.
    public let at: Timestamp
    /// Who made it: `user`, `sync`, `download`, `player`, `rule`.
    public let actor: String
    /// What it did, as `added`, `re-keyed`, `played`.
    public let change: String
    /// Why, as the store recorded it.
    public let cause: String
    /// The value before, where one was replaced.
    public let before: String?
    /// The value after, where one was set.
    public let after: String?

    init(_ entry: JournalEntry) {
        at = entry.at
        actor = entry.actor.rawValue
        change = entry.change
        cause = entry.cause
        before = entry.before
        after = entry.after
    }
}

/// A change that was taken back.
public struct TakenBackChange: Sendable, Equatable {
    /// Whether it was taken back; false where it is of a kind that cannot be.
    public let isTakenBack: Bool
    /// When it had been made.
    public let at: Timestamp
    /// Its recorded cause, as the command that made it.
    public let cause: String
    /// What it had done, with how many objects.
    public let counts: [String: Int]
    /// The columns concerned.
    public let columns: [ColumnID]

    init(_ change: UndoneChange) {
        isTakenBack = change.isTakenBack
        at = change.at
        cause = change.cause
        counts = change.counts
        columns = change.columns
    }
}

/// A place in the queue.
public struct QueuedEpisode: Sendable, Equatable {
    /// Identifies the place, not the episode.
    public let entry: Int64
    /// What plays there.
    public let episode: Episode
}
