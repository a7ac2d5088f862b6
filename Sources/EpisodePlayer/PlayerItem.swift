public import AudioKit

/// One file to be played, and where to begin.
public struct PlayerItem: Sendable {
    /// Where the bytes come from.
    public let source: any ByteSource
    /// The media time to begin at.
    public let start: Duration
    /// What others say of the length, such as the feed; shown until something better is known.
    public let announcedDuration: Duration?
    /// A name for logs and notices.
    public let title: String

    /// Makes an item.
    public init(
        source: any ByteSource, start: Duration = .zero, announcedDuration: Duration? = nil,
        title: String = ""
    ) {
        self.source = source
        self.start = start
        self.announcedDuration = announcedDuration
        self.title = title
    }
}
