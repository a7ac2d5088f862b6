public import ColumnModel

/// A subscription that comes from another program, with what was done with its episodes.
public struct ImportedColumn: Sendable {
    /// The feed's address without credentials.
    public let url: String
    /// What to call it until the feed says its title.
    public let title: String?
    /// Its settings, by key.
    public let settings: [String: String]
    /// What is known of its episodes.
    public var states: [ImportedState]

    /// Makes a subscription.
    ///
    /// - Parameter settings: its settings by key; one that the user has set is not replaced.
    public init(
        url: String, title: String?, settings: [String: String] = [:], states: [ImportedState] = []
    ) {
        self.url = url
        self.title = title
        self.settings = settings
        self.states = states
    }
}

/// What another program knows of an episode, by which it is found again.
public struct ImportedState: Sendable {
    /// The feed's own identifier.
    public var guid: String?
    /// The hash of its enclosure's, else its page's address.
    public var urlKey: Int64?
    /// When it was played; nil where it was not.
    public var played: Timestamp?
    /// The place in it.
    public var position = Duration.zero
    /// When the place was kept.
    public var updated: Timestamp
    /// Whether it is liked.
    public var isLiked = false
    /// Its place in the queue, from 0.
    public var queueIndex: Int?
    /// Marked places.
    public var bookmarks: [(position: Duration, note: String?)] = []

    /// Makes a state that says nothing yet.
    public init(updated: Timestamp) {
        self.updated = updated
    }
}

/// What came of an import.
public struct ImportOutcome: Sendable, Equatable {
    /// Subscriptions that were not there before.
    public internal(set) var newColumns: [ColumnID] = []
    /// Subscriptions that were there.
    public internal(set) var knownColumns: [ColumnID] = []
    /// What was given to episodes that are in the library.
    public internal(set) var applied = AppliedStates()
    /// How many states wait for a feed to bring their episodes.
    public internal(set) var waitingCount = 0
}

/// How much was given to episodes.
public struct AppliedStates: Sendable, Equatable {
    /// Episodes that were marked as played.
    public internal(set) var played = 0
    /// Episodes that got a place in them.
    public internal(set) var positions = 0
    /// Episodes that were liked.
    public internal(set) var liked = 0
    /// Episodes that were queued.
    public internal(set) var queued = 0
    /// Places that were marked.
    public internal(set) var bookmarks = 0

    static func += (left: inout AppliedStates, right: AppliedStates) {
        left.played += right.played
        left.positions += right.positions
        left.liked += right.liked
        left.queued += right.queued
        left.bookmarks += right.bookmarks
    }
}
