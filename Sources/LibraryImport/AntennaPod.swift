import ColumnModel
import SQLiteKit

/// AntennaPod's database export; the names have been the same since version 1.
enum AntennaPod {
    static func read(_ database: ForeignDatabase) throws(SQLiteError) -> ForeignLibrary {
        var library = ForeignLibrary(.antennaPod)
        var (feeds, localCount, pausedCount, skipCount, ruleCount) = ([Int64: String](), 0, 0, 0, 0)
        let all = try database.rows(
            of: "feeds",
            [
                "id", "download_url", "custom_title", "title", "tags", "username", "password",
                "feed_playback_speed", "keep_updated", "state", "feed_skip_intro",
                "feed_skip_ending", "include_filter", "exclude_filter",
            ], "ORDER BY id"
        ) { row -> ForeignSubscription? in
            let url = row.text(1) ?? ""
            guard !url.hasPrefix("antennapod_local:") else {
                localCount += 1
                return nil
            }
            feeds[row.number(0)] = url
            // 1: looked at, but not subscribed to; 2: archived.
            guard row.number(9) != 1 else { return nil }
            var subscription = ForeignSubscription(url: url, title: row.text(2) ?? row.text(3))
            subscription.folders = (row.text(4) ?? "").split(separator: "\u{1E}")
                .filter { $0 != "#root" }.map { [String($0)] }
            subscription.user = row.text(5)
            subscription.password = row.text(6)
            let speed: Double = row.value(7, default: -1)
            subscription.speed = speed > 0 ? speed : nil
            if row.value(8, default: Int64(1)) == 0 || row.number(9) == 2 { pausedCount += 1 }
            if row.number(10) > 0 || row.number(11) > 0 { skipCount += 1 }
            if row.text(12) != nil || row.text(13) != nil { ruleCount += 1 }
            return subscription
        }
        library.subscriptions = all.compactMap { $0 }
        library.episodes = try episodes(database, feeds)
        library.omit(.localFeeds, localCount)
        library.omit(.paused, pausedCount)
        library.omit(.skips, skipCount)
        library.omit(.downloadRules, ruleCount)
        library.omit(
            .files, try database.count("feedmedia", needing: "downloaded", where: "downloaded > 0"))
        return library
    }

    private static func episodes(_ database: ForeignDatabase, _ feeds: [Int64: String])
        throws(SQLiteError) -> [ForeignEpisode]
    {
        let liked = Set(
            try database.rows(of: "favorites", ["feeditem"]) { $0.number(0) })
        var queue: [Int64: Int] = [:]
        for id in try database.rows(
            of: "queue", ["feeditem"], "ORDER BY id", make: { $0.number(0) })
        where queue[id] == nil {
            queue[id] = queue.count
        }
        var media: [Int64: ForeignEpisode] = [:]
        _ = try database.rows(
            of: "feedmedia",
            [
                "feeditem", "download_url", "position", "last_played_time",
                "playback_completion_date",
            ]
        ) { row in
            var episode = ForeignEpisode()
            episode.audioURL = row.text(1)
            episode.position = row.milliseconds(2)
            episode.updated = Timestamp(past: row.number(3) / 1_000)
            episode.played = Timestamp(past: row.number(4) / 1_000)
            media[row.number(0)] = episode
        }
        return try database.rows(
            of: "feeditems", ["id", "feed", "item_identifier", "title", "read"], "ORDER BY id"
        ) { row in
            var episode = media[row.number(0)] ?? ForeignEpisode()
            episode.feed = feeds[row.number(1)]
            episode.guid = row.text(2)
            episode.title = row.text(3)
            episode.isPlayed = row.number(4) == 1
            if !episode.isPlayed { episode.played = nil }
            episode.isLiked = liked.contains(row.number(0))
            episode.queueIndex = queue[row.number(0)]
            return episode
        }.filter { $0.isTelling && $0.feed != nil }
    }
}
