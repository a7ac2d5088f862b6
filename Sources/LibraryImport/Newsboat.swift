import ColumnModel
import SQLiteKit

/// newsboat's cache (`cache.db`).
enum Newsboat {
    static func read(_ database: ForeignDatabase) throws(SQLiteError) -> ForeignLibrary {
        var library = ForeignLibrary(.newsboat)
        var madeCount = 0
        let all = try database.rows(of: "rss_feed", ["rssurl", "title"], "ORDER BY rowid") {
            row -> ForeignSubscription? in
            let url = row.text(0) ?? ""
            guard !AddressList.isMade(url) else {
                madeCount += 1
                return nil
            }
            return ForeignSubscription(url: url, title: row.text(1))
        }
        library.subscriptions = all.compactMap { $0 }
        let known = Set(library.subscriptions.map(\.url))
        library.episodes = try database.rows(
            of: "rss_item",
            ["feedurl", "guid", "enclosure_url", "title", "unread", "deleted", "url"],
            "ORDER BY id"
        ) { row in
            var episode = ForeignEpisode()
            episode.feed = row.text(0)
            episode.guid = row.text(1)
            episode.audioURL = row.text(2)
            episode.title = row.text(3)
            episode.isPlayed = row.number(4) == 0 || row.number(5) != 0
            // Where a feed gives no guid, newsboat takes the page's address for one.
            if episode.audioURL == nil { episode.audioURL = row.text(6) }
            return episode
        }.filter { $0.isTelling && known.contains($0.feed ?? "") }
        library.omit(.madeFeeds, madeCount)
        library.omit(
            .flags,
            try database.count("rss_item", needing: "flags", where: "coalesce(flags, '') <> ''"))
        library.omit(.positions)
        return library
    }
}
