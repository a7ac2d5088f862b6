import ColumnModel
import SQLiteKit

/// castero's database (`castero.db`); migrations 1 to 4.
enum Castero {
    static func read(_ database: ForeignDatabase) throws(SQLiteError) -> ForeignLibrary {
        var library = ForeignLibrary(.castero)
        var localCount = 0
        let all = try database.rows(of: "feed", ["key", "title"], "ORDER BY rowid") {
            row -> ForeignSubscription? in
            let key = row.text(0) ?? ""
            // The key is an address, or the path of a feed's file.
            guard key.contains("://") else {
                localCount += 1
                return nil
            }
            return ForeignSubscription(url: key, title: row.text(1))
        }
        library.subscriptions = all.compactMap { $0 }
        let known = Set(library.subscriptions.map(\.url))
        var queue: [Int64: Int] = [:]
        for id in try database.rows(of: "queue", ["ep_id"], "ORDER BY id", make: { $0.number(0) })
        where queue[id] == nil {
            queue[id] = queue.count
        }
        var positions: [Int64: Duration] = [:]
        _ = try database.rows(of: "progress", ["ep_id", "time"]) { row in
            positions[row.number(0)] = row.milliseconds(1)
        }
        library.episodes = try database.rows(
            of: "episode", ["id", "feed_key", "title", "enclosure", "played"], "ORDER BY id"
        ) { row in
            var episode = ForeignEpisode()
            episode.feed = row.text(1)
            episode.title = row.text(2)
            episode.audioURL = row.text(3)
            episode.isPlayed = row.number(4) != 0
            episode.position = positions[row.number(0)] ?? .zero
            episode.queueIndex = queue[row.number(0)]
            return episode
        }.filter { $0.isTelling && known.contains($0.feed ?? "") }
        library.omit(.localFeeds, localCount)
        library.omit(.likes)
        return library
    }
}
