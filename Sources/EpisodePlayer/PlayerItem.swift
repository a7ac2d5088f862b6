public import AudioKit

/// One file to be played, and where to begin.
public struct PlayerItem: Sendable {
    /// Where the bytes come from.
    public let source: any ByteSource
    /// The media time to begin at.
    public let start: Duration
    /// What was heard around a place when it was kept; looked for where the file has changed.
    public let fingerprint: FrameFingerprint?
    /// What others say of the length, such as the feed; shown until something better is known.
    public let announcedDuration: Duration?
    /// What was found out about this very file before.
    public let facts: MediaFacts
    /// A name for logs and notices.
    public let title: String

    /// Makes an item.
    public init(
        source: any ByteSource, start: Duration = .zero, fingerprint: FrameFingerprint? = nil,
        announcedDuration: Duration? = nil,
        facts: MediaFacts = MediaFacts(), title: String = ""
    ) {
        self.source = source
        self.start = start
        self.fingerprint = fingerprint
        self.announcedDuration = announcedDuration
        self.facts = facts
        self.title = title
    }

    /// Whether another one is the same bytes from the same place.
    func isSame(as other: PlayerItem) -> Bool { source === other.source && start == other.start }

    /// Another version of it.
    func changed(at place: Duration, fingerprint: FrameFingerprint?) -> PlayerItem {
        PlayerItem(
            source: source, start: place, fingerprint: fingerprint,
            announcedDuration: announcedDuration, title: title)
    }

    /// The same from another place.
    func starting(at place: Duration) -> PlayerItem {
        PlayerItem(
            source: source, start: place, announcedDuration: announcedDuration,
            facts: facts, title: title)
    }
}
