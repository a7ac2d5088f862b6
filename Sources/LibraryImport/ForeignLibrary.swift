public import ColumnModel

/// What another program's file knows: subscriptions, and what was done with their episodes.
public struct ForeignLibrary: Sendable, Equatable {
    /// Which program's file it is.
    public enum Source: String, Sendable, CaseIterable {
        /// A list of subscriptions of any program.
        case opml
        /// gPodder's `Database`.
        case gPodder = "gpodder"
        /// AntennaPod's database export.
        case antennaPod = "antennapod"
        /// castero's `castero.db`.
        case castero
        /// newsboat's `cache.db`, or its list of addresses.
        case newsboat
        /// podboat's `queue`.
        case podboat
        /// Pocket Casts' database export, or a list of episodes as its service gives it.
        case pocketCasts = "pocket-casts"
        /// This program's own `export --format json`.
        case column
    }

    /// Which program's file it is.
    public let source: Source
    /// The subscriptions, in the file's order.
    public var subscriptions: [ForeignSubscription] = []
    /// Episodes of which there is more to know than that they exist.
    public var episodes: [ForeignEpisode] = []
    /// What the file has, or lacks, that cannot be taken.
    public var omissions: [ForeignOmission] = []
    /// Entries without a usable address, as they stand there.
    public var refused: [String] = []
    /// Whether the file ends in the middle.
    public var isCut = false

    init(_ source: Source) {
        self.source = source
    }

    /// Notes what cannot be taken, unless there is none of it.
    mutating func omit(_ kind: ForeignOmission.Kind, _ count: Int = 1) {
        if count > 0 { omissions.append(ForeignOmission(kind: kind, count: count)) }
    }
}

/// A feed to which another program is subscribed.
public struct ForeignSubscription: Sendable, Equatable {
    /// The feed's address as it stands there.
    public var url: String
    /// What the other program calls it.
    public var title: String?
    /// The folders or tags in which it lies, each from the outermost on.
    public var folders: [[String]] = []
    /// The user name of its login.
    public var user: String?
    /// The password of its login.
    public var password: String?
    /// How fast it is played.
    public var speed: Double?
    /// Settings of this program, by key; only its own export has them.
    public var settings: [String: String] = [:]

    init(url: String, title: String? = nil) {
        self.url = url
        self.title = title
    }
}

/// What another program knows of one episode.
public struct ForeignEpisode: Sendable, Equatable {
    /// The address of its feed; nil where the file does not say.
    public var feed: String?
    /// The feed's own identifier.
    public var guid: String?
    /// Where its audio is.
    public var audioURL: String?
    /// Its title.
    public var title: String?
    /// Whether it was heard or read.
    public var isPlayed = false
    /// When it was heard.
    public var played: Timestamp?
    /// The place in it; zero for none.
    public var position = Duration.zero
    /// When the place was last changed.
    public var updated: Timestamp?
    /// Whether it is liked, starred, or kept from being deleted.
    public var isLiked = false
    /// Its place in the queue, from 0.
    public var queueIndex: Int?
    /// Places in it that were marked.
    public var bookmarks: [ForeignBookmark] = []

    /// Whether there is anything to take of it, and any way to find it again.
    var isTelling: Bool {
        (isPlayed || isLiked || position > .zero || queueIndex != nil || !bookmarks.isEmpty)
            && (guid?.isEmpty == false || audioURL?.isEmpty == false)
    }
}

/// A marked place.
public struct ForeignBookmark: Sendable, Equatable {
    /// The place in media time.
    public let position: Duration
    /// What was noted.
    public let note: String?
}

/// Something that cannot be taken over.
public struct ForeignOmission: Sendable, Equatable {
    /// What it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// Audio files on the disk.
        case files
        /// Local folders that act as feeds.
        case localFeeds = "local-feeds"
        /// Subscriptions that were paused or archived, and come as live ones.
        case paused
        /// Feeds that are made by a query, filter or program.
        case madeFeeds = "made-feeds"
        /// Skipping of introductions and endings.
        case skips
        /// Rules of what to download.
        case downloadRules = "download-rules"
        /// Letters by which newsboat's items are flagged.
        case flags
        /// The feeds' addresses, which the file does not have.
        case feedAddresses = "feed-addresses"
        /// Played, positions and queue, which the file does not have.
        case states
        /// Likes, which the program does not know.
        case likes
        /// Places in episodes, which the program does not know.
        case positions
    }

    /// What it is.
    public let kind: Kind
    /// How many of it.
    public let count: Int
}
