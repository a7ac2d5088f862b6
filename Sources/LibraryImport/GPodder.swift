import ColumnModel
import SQLiteKit

/// gPodder 3's database (`~/gPodder/Database`); schema 1 to 7.
enum GPodder {
    static func read(_ database: ForeignDatabase) throws(SQLiteError) -> ForeignLibrary {
        var library = ForeignLibrary(.gPodder)
        var feeds: [Int64: String] = [:]
        var pausedCount = 0
        library.subscriptions = try database.rows(
            of: "podcast",
            [
                "id", "url", "title", "section", "auth_username", "auth_password",
                "pause_subscription",
            ], "ORDER BY id"
        ) { row in
            var subscription = ForeignSubscription(url: row.text(1) ?? "", title: row.text(2))
            // What has no section of its own lies in one that gPodder names after the kind of file.
            if let section = row.text(3), !["audio", "video", "other"].contains(section) {
                subscription.folders = [[section]]
            }
            subscription.user = row.text(4)
            subscription.password = row.text(5)
            if row.number(6) != 0 { pausedCount += 1 }
            feeds[row.number(0)] = subscription.url
            return subscription
        }
        library.episodes = try database.rows(
            of: "episode",
            [
                "podcast_id", "guid", "url", "title", "is_new", "archive", "current_position",
                "current_position_updated", "last_playback",
            ], "ORDER BY id"
        ) { row in
            var episode = ForeignEpisode()
            episode.feed = feeds[row.number(0)]
            episode.guid = row.text(1)
            episode.audioURL = row.text(2)
            episode.title = row.text(3)
            // Not new is what was heard, or what its listener was done with.
            episode.isPlayed = row.number(4) == 0
            // What is archived is never deleted, as what is liked here.
            episode.isLiked = row.number(5) != 0
            episode.position = row.milliseconds(6, per: 1_000)
            episode.updated = Timestamp(past: row.number(7))
            episode.played = episode.isPlayed ? Timestamp(past: row.number(8)) : nil
            return episode
        }.filter { $0.isTelling && $0.feed != nil }
        library.omit(.paused, pausedCount)
        library.omit(
            .files, try database.count("episode", needing: "state", where: "state = 1"))
        return library
    }
}

extension Timestamp {
    /// A moment in seconds since 1970; nil for 0 and for what is no moment.
    init?(past seconds: Int64) {
        guard seconds > 0, seconds < 32_503_680_000 else { return nil }
        self.init(secondsSince1970: seconds)
    }
}
