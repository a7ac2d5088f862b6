import ColumnModel
import ColumnServices
import JSONKit
import PlaybackRules

extension JSONWriter {
    /// Writes what can be seen of the player into an open object.
    mutating func members(of status: PlaybackStatus) {
        member("state", status.state.name)
        member("wantsToPlay", status.wantsToPlay)
        member("episode", status.item?.episode?.id.rawValue)
        member("title", status.item?.title)
        member("column", status.columnTitle)
        member("position", status.position.inSeconds)
        member("duration", status.duration?.inSeconds)
        member("durationEstimated", status.isDurationEstimated)
        member("speed", status.speed)
        member("volume", status.volume)
        member("mode", status.mode.rawValue)
        member("output", status.outputName)
        member("placeFoundBy", status.placeFoundBy)
        member("brokenPlaces", status.brokenPlaces)
        member("skippedBytes", status.skippedBytes)
        member("underruns", status.underrunCount)
        member("bufferEmpty", status.isBufferEmpty)
        member("likelyToKeepUp", status.isLikelyToKeepUp)
        member("chapter", status.chapter?.title)
        key("buffered")
        array { json in
            for range in status.bufferedRanges {
                json.array { json in
                    json.number(range.lowerBound.inSeconds)
                    json.number(range.upperBound.inSeconds)
                }
            }
        }
        key("sleep")
        guard let sleep = status.sleep else { return null() }
        object { json in
            json.member("remaining", sleep.remaining?.inSeconds)
            json.member("count", sleep.countLeft)
        }
    }
}

extension PlaybackStatus.State {
    /// The word for programs.
    var name: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .playing: "playing"
        case .paused: "paused"
        case .stalled: "stalled"
        case .ended: "ended"
        case .failed: "failed"
        }
    }
}
