/// What a feed says of one episode, before the store has matched it with what it knows.
public struct ParsedEpisode: Sendable, Equatable {
    /// The feed's own identifier, never resolved against a base.
    public var guid: String?
    /// The title as plain text.
    public var title: String?
    /// The title as received, where it is markup or was escaped twice.
    public var titleMarkup: String?
    /// The web page.
    public var link: String?
    /// When it came out: published, else updated, else created; nil when unreadable.
    public var published: Timestamp?
    /// Who made it.
    public var author: String?
    /// The short text (RSS description, itunes:summary; Atom summary), not cleaned.
    public var summary: String?
    /// The first content body (content:encoded, atom:content).
    public var content: Article?
    /// The media files, in document order.
    public var enclosures: [Enclosure] = []
    /// The same content elsewhere or in other formats (podcast:alternateEnclosure, media:content).
    public var alternates: [Enclosure] = []
    /// How long the audio is.
    public var duration: Duration?
    /// The season's number.
    public var season: Int?
    /// The number within the column or season.
    public var number: Int?
    /// The kind of episode (itunes:episodeType): `full`, `trailer`, `bonus`.
    public var type: String?
    /// Whether the publisher calls it explicit.
    public var isExplicit: Bool?
    /// Its own picture's address.
    public var imageURL: String?
    /// Chapters that stand in the feed itself (psc).
    public var chapters: [Chapter] = []
    /// Everything else that is kept as data, by name (podcast:transcript and the like).
    public var extensions: [ParsedExtension] = []
    /// Whether the document ended within it, so that what it says may be cut short.
    public var isCut = false

    /// Makes an empty episode.
    public init() {}
}

extension ParsedEpisode {
    /// All its media files, those made for listening first: audio, video, what says nothing, the rest.
    ///
    /// Among equals the feed's order holds, enclosures before alternates; each address stands once.
    public var media: [Enclosure] {
        if enclosures.count == 1, alternates.isEmpty {
            return enclosures
        }
        var known: Set<String> = []
        let all = (enclosures + alternates).filter { known.insert($0.url).inserted }
        return MediaFitness.allCases.flatMap { fitness in
            all.filter { MediaFitness(of: $0) == fitness }
        }
    }
}
