import ColumnModel
import SQLiteKit

/// Pocket Casts: the database that its iOS app exports, and its service's lists of episodes.
///
/// Neither has the feeds' addresses; those are in its OPML.
enum PocketCasts {
    static func read(_ database: ForeignDatabase) throws(SQLiteError) -> ForeignLibrary {
        var library = ForeignLibrary(.pocketCasts)
        var queue: [String: Int] = [:]
        for id in try database.rows(
            of: "sjplaylistepisode", ["episodeuuid"], "ORDER BY 1", make: { $0.text(0) ?? "" })
        where queue[id] == nil {
            queue[id] = queue.count
        }
        library.episodes = try database.rows(
            of: "sjepisode",
            ["uuid", "downloadurl", "title", "playingstatus", "playedupto", "keepepisode"]
        ) { row in
            episode(
                url: row.text(1), title: row.text(2), status: row.number(3),
                playedUpTo: row.value(4, default: 0), isStarred: row.number(5) != 0)
        }.filter(\.isTelling)
        library.omit(
            .feedAddresses,
            try database.count("sjpodcast", needing: "uuid", where: "uuid IS NOT NULL"))
        return library
    }

    /// Reads `{"episodes": […]}` as the service's history and starred lists are.
    static func read(_ records: [JSONRecord]) -> ForeignLibrary {
        var library = ForeignLibrary(.pocketCasts)
        library.episodes = records.map { record in
            episode(
                url: record.text("url"), title: record.text("title"),
                status: Int64(record.number("playingStatus") ?? 0),
                playedUpTo: record.number("playedUpTo") ?? 0,
                isStarred: record.bool("starred") ?? false)
        }.filter(\.isTelling)
        library.omit(
            .feedAddresses, Set(records.compactMap { $0.text("podcastUuid") }).count)
        return library
    }

    private static func episode(
        url: String?, title: String?, status: Int64, playedUpTo: Double, isStarred: Bool
    ) -> ForeignEpisode {
        var episode = ForeignEpisode()
        episode.audioURL = url
        episode.title = title
        // 1: not played, 2: begun, 3: played.
        episode.isPlayed = status == 3
        if !episode.isPlayed, playedUpTo > 0, playedUpTo < 1e9 {
            episode.position = .milliseconds(Int64(playedUpTo * 1_000))
        }
        episode.isLiked = isStarred
        return episode
    }
}
