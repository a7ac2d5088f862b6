public import ColumnModel
import ColumnStore
import HTTPKit

/// What the feed says of a file: hints, never proof.
public struct AnnouncedMedia: Sendable, Equatable {
    /// The address.
    public let url: String
    /// The media type.
    public let type: String?
    /// The length in bytes.
    public let length: Int64?
    /// How long the audio is.
    public let duration: Duration?
    /// The SHA-256 of the whole file (podcast:integrity), 32 bytes.
    public private(set) var sha256: [UInt8]?
    /// Which hosts the feed may name.
    private(set) var reach = HTTPReach.anywhere

    /// Takes what an episode says; nil where it has no audio.
    public init?(_ episode: Episode) {
        guard let enclosure = episode.enclosure else { return nil }
        self.init(
            url: enclosure.url, type: enclosure.type, length: enclosure.length,
            duration: episode.duration)
    }

    /// Makes an announcement.
    public init(url: String, type: String? = nil, length: Int64? = nil, duration: Duration? = nil) {
        self.url = url
        self.type = type
        self.length = length
        self.duration = duration
    }

    /// About how many bytes the feed led to expect, where a file is far smaller; nil where it is not.
    ///
    /// Speech is not sent below 12 kbit/s, so a file that small for its duration is cut short. A
    /// length of the feed that disagrees alone is common and means nothing below one half.
    func shortfall(of size: Int64) -> Int64? {
        if let duration, duration > .seconds(60) {
            let least = min(duration, .seconds(1_000_000)).components.seconds * 1_500
            if size < least / 2 {
                return least
            }
            guard let length, length > size + size * 2 / 3, length / 2 > least else { return nil }
            return length
        }
        guard let length, length > size + size * 2 / 3, length > 1 << 16 else { return nil }
        return length
    }
}

extension AnnouncedMedia {
    /// This, with what the feed says of the bytes in the form of Subresource Integrity:
    /// `sha256-` and base64, among others that are passed over.
    func with(integrity: String?, feed: String?) -> AnnouncedMedia {
        var copy = self
        // What the user asked for by its address is in no feed, and may be anywhere.
        if let feed, feed.hasPrefix("http") { copy.reach = HTTPReach(namedBy: feed) }
        copy.sha256 =
            integrity?.split(whereSeparator: \.isWhitespace).lazy
            .filter { $0.hasPrefix("sha256-") }
            .compactMap { token in
                let base64 = token.dropFirst(7).prefix { $0 != "?" }
                return ReprDigest("sha-256=:\(base64):").sha256
            }.first
        return copy
    }
}

extension MediaLibrary {
    /// What the feed says of an episode's audio, its digest included; nil where it has no audio.
    public func announced(_ episode: Episode) async throws(MediaError) -> AnnouncedMedia? {
        guard let announced = AnnouncedMedia(episode) else { return nil }
        let (integrity, feed) = try await storing { (store) async throws(StoreError) in
            (
                try await store.announcedIntegrity(of: episode.id, at: announced.url),
                try await store.column(episode.column)?.url
            )
        }
        return announced.with(integrity: integrity, feed: feed)
    }
}
