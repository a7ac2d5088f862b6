/// The evidence by which an episode is known again, as hashes that stay the same for ever.
public struct EpisodeKeys: Sendable, Hashable {
    /// The feed's own identifier.
    public var guid: String?
    /// Of the enclosure's address without scheme, query and fragment; else of the page's.
    public var urlKey: Int64?
    /// Of the title.
    public var titleKey: Int64
    /// The publication's moment, in seconds since 1970.
    public var published: Int64?
    /// The length in milliseconds, as the feed says.
    public var duration: Int64?
    /// Of all that the feed says.
    public var contentHash: Int64

    /// Makes keys.
    public init(
        guid: String?, urlKey: Int64?, titleKey: Int64, published: Int64?, duration: Int64?,
        contentHash: Int64
    ) {
        self.guid = guid
        self.urlKey = urlKey
        self.titleKey = titleKey
        self.published = published
        self.duration = duration
        self.contentHash = contentHash
    }
}
