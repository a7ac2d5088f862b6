/// One entry of a column: an article and usually its audio.
public struct Episode: Sendable, Equatable {
    /// The number by which users and the store know it.
    public let id: EpisodeID
    /// Its column.
    public let column: ColumnID
    /// The feed's own identifier, where it gives one.
    public let guid: String?
    /// Its title; never empty.
    public let title: String
    /// When the publisher says that it came out; nil when unreadable.
    public let published: Timestamp?
    /// When this library first saw it.
    public let firstSeen: Timestamp
    /// How long the audio is: measured where it was, else as the feed says.
    public let duration: Duration?
    /// Its web page.
    public let link: String?
    /// The season's number.
    public let season: Int?
    /// The number within the column or season.
    public let number: Int?
    /// A short text about it, as the feed gives it (HTML or text).
    public let summary: String?
    /// Its own picture's address.
    public let imageURL: String?
    /// The audio that is played and downloaded; nil for an episode to read only.
    public let enclosure: Enclosure?
    /// What is on disk of the audio.
    public let audio: EpisodeAudio
    /// Where playing goes on.
    public let position: Duration
    /// Whether it was heard to its end, or marked so.
    public let isPlayed: Bool
    /// Whether the user likes it; such an episode is never cleaned away.
    public let isLiked: Bool
    /// Whether its article was read to the end, or marked so.
    public let isRead: Bool
    /// When it was heard last; nil where it was not.
    public let lastHeard: Timestamp?

    /// Makes an episode from stored values.
    public init(
        id: EpisodeID, column: ColumnID, guid: String?, title: String, published: Timestamp?,
        firstSeen: Timestamp, duration: Duration?, link: String?, season: Int?, number: Int?,
        summary: String?, imageURL: String?, enclosure: Enclosure?, audio: EpisodeAudio,
        position: Duration, isPlayed: Bool, isLiked: Bool, isRead: Bool = false,
        lastHeard: Timestamp? = nil
    ) {
        self.id = id
        self.column = column
        self.guid = guid
        self.title = title
        self.published = published
        self.firstSeen = firstSeen
        self.duration = duration
        self.link = link
        self.season = season
        self.number = number
        self.summary = summary
        self.imageURL = imageURL
        self.enclosure = enclosure
        self.audio = audio
        self.position = position
        self.isPlayed = isPlayed
        self.isLiked = isLiked
        self.isRead = isRead
        self.lastHeard = lastHeard
    }
}

/// A media file that a feed offers.
public struct Enclosure: Sendable, Hashable {
    /// Its address, without credentials.
    public let url: String
    /// Its media type as the feed labels it, in lower case; a hint only.
    public let type: String?
    /// Its length as the feed says it; a hint only.
    public let length: Int64?

    /// Makes an enclosure.
    public init(url: String, type: String?, length: Int64?) {
        self.url = url
        self.type = type
        self.length = length
    }
}

/// What is on disk of an episode's audio.
public struct EpisodeAudio: Sendable, Equatable {
    /// The state by which users see it.
    public let state: AudioState
    /// The file's name in the media folder, once it is complete.
    public let file: String?
    /// How many bytes are durable on disk.
    public let bytes: Int64
    /// How many bytes the file has; nil until a server said so.
    public let total: Int64?
    /// The SHA-256 of the whole file, 32 bytes, once it is complete.
    public let sha256: [UInt8]?
    /// Why the last attempt failed; nil when it did not.
    public let failure: Failure?

    /// Makes a value from stored ones.
    public init(
        state: AudioState = .none, file: String? = nil, bytes: Int64 = 0, total: Int64? = nil,
        sha256: [UInt8]? = nil, failure: Failure? = nil
    ) {
        self.state = state
        self.file = file
        self.bytes = bytes
        self.total = total
        self.sha256 = sha256
        self.failure = failure
    }
}
