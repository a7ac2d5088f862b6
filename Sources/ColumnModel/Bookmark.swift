/// A place in an episode that the user wants to find again.
public struct Bookmark: Sendable, Equatable {
    /// Identifies it in this library.
    public let id: Int64
    /// The episode.
    public let episode: EpisodeID
    /// The place, in media time.
    public let position: Duration
    /// What the user noted.
    public let note: String?
    /// When it was made.
    public let created: Timestamp

    /// Makes a bookmark from stored values.
    public init(
        id: Int64, episode: EpisodeID, position: Duration, note: String?, created: Timestamp
    ) {
        self.id = id
        self.episode = episode
        self.position = position
        self.note = note
        self.created = created
    }
}
