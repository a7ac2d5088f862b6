public import ColumnModel

/// What is heard now: one occurrence in the list.
public struct PlaybackTrack: Sendable, Hashable {
    /// Identifies the occurrence: the same episode twice in a list has two.
    public var id: Int64
    /// The episode; nil for a file or address that is in no library.
    public var episode: EpisodeID?
    /// Its column; nil likewise.
    public var column: ColumnID?
    /// Its title; nil when unknown.
    public var title: String?
    /// The column's title.
    public var columnTitle: String?
    /// Who made it.
    public var author: String?
    /// The address or local path of its sound.
    public var url: String?
    /// A picture in a local file that stays as it is; absolute.
    public var artPath: String?
    /// When it was published.
    public var published: Timestamp?
    /// Whether the listener likes it.
    public var isLiked = false

    /// Makes a track of which only its occurrence is known.
    public init(id: Int64) {
        self.id = id
    }
}
