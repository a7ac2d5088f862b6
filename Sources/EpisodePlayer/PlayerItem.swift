public import AudioKit

/// One file to be played, and where to begin.
public struct PlayerItem: Sendable {
    /// Where the bytes come from.
    public let source: any ByteSource
    /// The media time to begin at.
    public let start: Duration
    /// What others say of the length, such as the feed; shown until something better is known.
    public let announcedDuration: Duration?
    /// The file's loudness in LUFS, if it was measured before.
    public let loudness: Double?
    /// A name for logs and notices.
    public let title: String

    /// Makes an item.
    public init(
        source: any ByteSource, start: Duration = .zero, announcedDuration: Duration? = nil,
        loudness: Double? = nil, title: String = ""
    ) {
        self.source = source
        self.start = start
        self.announcedDuration = announcedDuration
        self.loudness = loudness
        self.title = title
    }

    /// The same from another place.
    func starting(at place: Duration) -> PlayerItem {
        PlayerItem(
            source: source, start: place, announcedDuration: announcedDuration,
            loudness: loudness, title: title)
    }
}
