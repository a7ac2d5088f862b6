import ColumnModel

/// An item of a JSON Feed while it is read.
struct JSONItemDraft {
    /// A media file while it is read.
    struct Attachment {
        var url: String?
        var type: String?
        var length: Int64?
        var duration: Duration?

        mutating func take(_ key: String, _ text: String) {
            switch key {
            case "url": url = text
            case "mime_type": type = text.lowercased()
            case "size_in_bytes": length = Int64(text).flatMap { $0 < 0 ? nil : $0 }
            case "duration_in_seconds": duration = DurationParser.duration(from: text)
            default: break
            }
        }
    }

    var episode = ParsedEpisode()
    var attachment = Attachment()
    private var externalLink: String?
    private var html: String?
    private var text: String?
    private var updated: Timestamp?

    mutating func take(_ key: String, _ value: String, base: String?) {
        switch key {
        case "id": episode.guid = value
        case "url": episode.link = URLReference.resolve(value, against: base)
        case "external_url": externalLink = URLReference.resolve(value, against: base)
        case "title": episode.title = value
        case "content_html": html = value
        case "content_text": text = value
        case "summary": episode.summary = value
        case "image": episode.imageURL = URLReference.resolve(value, against: base)
        case "banner_image":
            episode.imageURL = episode.imageURL ?? URLReference.resolve(value, against: base)
        case "date_published": episode.published = DateParser.timestamp(from: value)
        case "date_modified": updated = DateParser.timestamp(from: value)
        default: break
        }
    }

    mutating func takePodcast(_ key: String, _ value: String) {
        switch key {
        case "season": episode.season = Int(value)
        case "episode": episode.number = Int(value)
        case "duration": episode.duration = DurationParser.duration(from: value)
        case "image": episode.imageURL = episode.imageURL ?? value
        default: break
        }
    }

    mutating func takeAttachment() {
        guard let url = attachment.url else { return }
        episode.enclosures.append(
            Enclosure(url: url, type: attachment.type, length: attachment.length))
        episode.duration = episode.duration ?? attachment.duration
    }

    func makeEpisode() -> ParsedEpisode {
        var made = episode
        made.link = made.link ?? externalLink
        made.published = made.published ?? updated
        if let html {
            made.content = Article(body: html, format: .html)
        } else if let text {
            made.content = Article(body: text, format: .text)
        }
        return made
    }
}
