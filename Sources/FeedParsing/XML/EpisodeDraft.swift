import ColumnModel

/// An episode while it is read: the candidates for a field come in any order.
struct EpisodeDraft {
    var episode = ParsedEpisode()
    var cost = 0
    /// Whether the title is text by its own word (Atom) and not HTML.
    var isTitlePlain = false
    var otherTitle: String?
    var itunesTitle: String?
    var mediaTitle: String?
    var permalink: String?
    var atomLink: String?
    var published: Timestamp?
    var updated: Timestamp?
    var created: Timestamp?
    var itunesSummary: String?
    var subtitle: String?
    var mediaSummary: String?
    var plainSummary: String?
    var itunesAuthor: String?
    var dcAuthor: String?
    var itunesImage: String?
    var thumbnail: String?
    var mediaDuration: Duration?

    /// The episode with each field taken from its best source.
    func makeEpisode() -> ParsedEpisode {
        var made = episode
        let title = made.title ?? otherTitle ?? itunesTitle ?? mediaTitle
        made.title = title.map { isTitlePlain ? $0 : TitleText.plain($0) }
        made.titleMarkup = made.title == title ? nil : title
        made.link = made.link ?? atomLink ?? permalink
        if made.link == nil, let guid = made.guid, guid.lowercased().hasPrefix("http") {
            made.link = guid
        }
        made.published = published ?? updated ?? created
        made.summary = made.summary ?? plainSummary ?? itunesSummary ?? subtitle ?? mediaSummary
        made.author = itunesAuthor ?? made.author ?? dcAuthor
        made.imageURL = itunesImage ?? made.imageURL ?? thumbnail
        made.duration = made.duration ?? mediaDuration
        return made
    }
}

/// A feed's own fields while they are read.
struct FeedDraft {
    var cost = 0
    var id: String?
    var isTitlePlain = false
    var otherTitle: String?
    var itunesTitle: String?
    var atomLink: String?
    var itunesSummary: String?
    var subtitle: String?
    var dcAuthor: String?
    var itunesAuthor: String?
    var ownerName: String?
    var itunesImage: String?
    var otherImage: String?
    var rootLanguage: String?
    var ttl: Duration?
    var updatePeriod: Duration?
    var updateFrequency = 1
}

/// A person while it is read.
struct PersonDraft {
    var name: String?
    var email: String?

    /// `Name (address)`, or what there is of it.
    var text: String? {
        guard let name, let email else { return name ?? email }
        return "\(name) (\(email))"
    }
}
