/// A series of episodes to which the user has subscribed.
public struct Column: Sendable, Equatable {
    /// The number by which users and the store know it.
    public let id: ColumnID
    /// Where its feed is fetched, without credentials.
    public let url: String
    /// Its title; the feed's address until the first sync.
    public let title: String
    /// Who makes it.
    public let author: String?
    /// What it is about, as the feed says it (HTML or text).
    public let summary: String?
    /// Its web page.
    public let link: String?
    /// Its language tag.
    public let language: String?
    /// Its cover picture's address.
    public let imageURL: String?
    /// Whether it tells one story, or teaches one course, from the first episode on (`itunes:type`).
    public let isSerial: Bool
    /// When the user subscribed.
    public let added: Timestamp
    /// How many episodes the store holds.
    public let episodeCount: Int
    /// How many of them were neither played nor marked.
    public let unplayedCount: Int
    /// How its last syncs went.
    public let sync: SyncStatus

    /// Makes a column from stored values.
    public init(
        id: ColumnID, url: String, title: String, author: String?, summary: String?, link: String?,
        language: String?, imageURL: String?, isSerial: Bool = false, added: Timestamp,
        episodeCount: Int, unplayedCount: Int, sync: SyncStatus
    ) {
        self.id = id
        self.url = url
        self.title = title
        self.author = author
        self.summary = summary
        self.link = link
        self.language = language
        self.imageURL = imageURL
        self.isSerial = isSerial
        self.added = added
        self.episodeCount = episodeCount
        self.unplayedCount = unplayedCount
        self.sync = sync
    }
}

/// How a column's syncs went.
public struct SyncStatus: Sendable, Equatable {
    /// When the feed was last asked for.
    public let checked: Timestamp?
    /// When it last was read without an error.
    public let succeeded: Timestamp?
    /// Not before this moment the server wants to be asked again.
    public let notBefore: Timestamp?
    /// Why the last try failed; nil when it did not.
    public let failure: Failure?
    /// Whether the feed is gone for good (410) and is skipped until the user says so.
    public let isStopped: Bool
    /// How many episodes a held sync would add or re-key; nil when none is held.
    public let heldCount: Int?

    /// Makes a status from stored values.
    public init(
        checked: Timestamp? = nil, succeeded: Timestamp? = nil, notBefore: Timestamp? = nil,
        failure: Failure? = nil, isStopped: Bool = false, heldCount: Int? = nil
    ) {
        self.checked = checked
        self.succeeded = succeeded
        self.notBefore = notBefore
        self.failure = failure
        self.isStopped = isStopped
        self.heldCount = heldCount
    }
}
