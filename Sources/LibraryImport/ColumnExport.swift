import ColumnModel

/// What `column export --format json` writes.
enum ColumnExport {
    static func read(_ document: JSONRecord.Document) -> ForeignLibrary {
        var library = ForeignLibrary(.column)
        var urls: [String: String] = [:]
        for record in document.arrays["columns"] ?? [] {
            guard let url = record.text("url") else { continue }
            urls[record.text("id") ?? ""] = url
            var subscription = ForeignSubscription(url: url, title: record.text("title"))
            subscription.settings = settings(of: record.text("id"), document)
            library.subscriptions.append(subscription)
        }
        var queue: [String: Int] = [:]
        for record in document.arrays["queue"] ?? [] {
            if let id = record.text(""), queue[id] == nil { queue[id] = queue.count }
        }
        var bookmarks: [String: [ForeignBookmark]] = [:]
        for record in document.arrays["bookmarks"] ?? [] {
            guard let id = record.text("episode"), let position = duration(record, "position")
            else { continue }
            bookmarks[id, default: []].append(
                ForeignBookmark(position: position, note: record.text("note")))
        }
        for record in document.arrays["episodes"] ?? [] {
            let id = record.text("id") ?? ""
            var episode = ForeignEpisode()
            episode.feed = urls[record.text("column") ?? ""]
            episode.guid = record.text("guid")
            episode.audioURL = record.text("audioURL") ?? record.text("link")
            episode.title = record.text("title")
            episode.isPlayed = record.bool("played") ?? false
            episode.position = duration(record, "position") ?? .zero
            episode.isLiked = record.bool("liked") ?? false
            episode.queueIndex = queue[id]
            episode.bookmarks = bookmarks[id] ?? []
            if episode.isTelling, episode.feed != nil { library.episodes.append(episode) }
        }
        library.omit(
            .files,
            (document.arrays["episodes"] ?? []).count { $0.text("state") == "complete" })
        return library
    }

    private static func settings(of column: String?, _ document: JSONRecord.Document)
        -> [String: String]
    {
        var settings: [String: String] = [:]
        for record in document.arrays["settings"] ?? [] where record.text("column") == column {
            if let key = record.text("key"), let value = record.text("value") {
                settings[key] = value
            }
        }
        return settings
    }

    private static func duration(_ record: JSONRecord, _ name: String) -> Duration? {
        guard let seconds = record.number(name), seconds >= 0, seconds < 1e9 else { return nil }
        return .milliseconds(Int64((seconds * 1_000).rounded()))
    }
}
