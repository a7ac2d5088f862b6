import ColumnModel

/// A document that a feed offers beside an episode: its chapters or a transcript.
public struct Attachment: Sendable, Equatable {
    /// What it holds.
    public enum Kind: String, Sendable {
        /// Chapters in JSON (podcast:chapters).
        case chapters
        /// What is said, as SRT, VTT, JSON or HTML (podcast:transcript).
        case transcript
    }

    /// What it holds.
    public let kind: Kind
    /// Its address.
    public let url: String
    /// Its media type as the feed labels it.
    public let type: String?
    /// Its language tag.
    public let language: String?
    /// Its bytes, once they were fetched.
    public let body: [UInt8]?

    /// The attachments that a parsed episode offers, in the order of the feed.
    static func offered(by episode: ParsedEpisode) -> [Attachment] {
        episode.extensions.compactMap { element in
            let kind: Kind? =
                switch element.name {
                case "podcast:chapters": .chapters
                case "podcast:transcript": .transcript
                default: nil
                }
            guard let kind, let url = element.value("url"), !url.isEmpty else { return nil }
            return Attachment(
                kind: kind, url: url, type: element.value("type"),
                language: element.value("language"), body: nil)
        }
    }
}

extension ParsedExtension {
    fileprivate func value(_ attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }
}
