import ColumnModel
import ColumnServices
import JSONKit
import Localization

extension JSONWriter {
    /// Writes an episode as cli.md says.
    ///
    /// - Parameter media: the folder of audio files.
    mutating func episode(_ episode: Episode, media: String) {
        object { json in json.members(of: episode, media: media) }
    }

    /// Writes an episode's members into an open object.
    mutating func members(of episode: Episode, media: String) {
        member("id", episode.id.rawValue)
        member("column", episode.column.rawValue)
        member("guid", episode.guid)
        member("title", episode.title)
        member("published", episode.published?.secondsSince1970)
        member("firstSeen", episode.firstSeen.secondsSince1970)
        member("duration", episode.duration?.inSeconds)
        member("season", episode.season)
        member("number", episode.number)
        member("audioURL", (episode.enclosure?.url).map(AddressText.withoutLogin))
        member("type", episode.enclosure?.type)
        member("length", episode.enclosure?.length)
        member("link", episode.link.map(AddressText.withoutLogin))
        member("imageURL", episode.imageURL.map(AddressText.withoutLogin))
        member("state", episode.audio.state.rawValue)
        member("path", episode.audio.file.map { "\(media)/\($0)" })
        member("bytes", episode.audio.bytes)
        member("total", episode.audio.total)
        member("sha256", episode.audio.sha256.map(Self.hexadecimal))
        member("position", episode.position.inSeconds)
        member("played", episode.isPlayed)
        member("liked", episode.isLiked)
        member("read", episode.isRead)
        member("heard", episode.lastHeard?.secondsSince1970)
        key("error")
        failure(episode.audio.failure)
    }

    /// Writes a column.
    mutating func column(_ column: Column, tags: ColumnTags?) {
        object { json in
            json.members(of: column)
            json.key("tags")
            json.array { json in for name in tags?.names ?? [] { json.string(name) } }
        }
    }

    /// Writes a column's members into an open object.
    mutating func members(of column: Column) {
        member("id", column.id.rawValue)
        member("url", AddressText.withoutLogin(column.url))
        member("title", column.title)
        member("author", column.author)
        member("link", column.link.map(AddressText.withoutLogin))
        member("language", column.language)
        member("imageURL", column.imageURL.map(AddressText.withoutLogin))
        member("added", column.added.secondsSince1970)
        member("episodes", column.episodeCount)
        member("unplayed", column.unplayedCount)
        member("checked", column.sync.checked?.secondsSince1970)
        member("succeeded", column.sync.succeeded?.secondsSince1970)
        member("notBefore", column.sync.notBefore?.secondsSince1970)
        member("stopped", column.sync.isStopped)
        member("held", column.sync.heldCount)
        key("error")
        failure(column.sync.failure)
    }

    /// Writes a failure, or null.
    mutating func failure(_ failure: Failure?) {
        guard let failure else { return null() }
        object { json in
            json.member("code", failure.code.rawValue)
            json.member("status", failure.status)
            json.member("message", FailureReport(failure).message.english)
            json.member("url", failure.url.map(AddressText.withoutLogin))
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Duration {
    /// In seconds, to the millisecond.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        let milliseconds = (Double(attoseconds) / 1e15).rounded()
        return (Double(seconds) * 1_000 + milliseconds) / 1_000
    }
}
