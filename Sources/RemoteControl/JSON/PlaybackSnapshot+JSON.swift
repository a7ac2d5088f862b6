import ColumnModel
public import JSONKit
import PlaybackRules

extension PlaybackSnapshot {
    /// Writes the members of a status object, as `status --json` and the socket have them.
    ///
    /// Times are seconds, moments seconds since 1970; what is unknown is null.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("status", status.rawValue)
        json.member("stalled", isStalled)
        json.member("track", track?.id)
        json.member("episode", track?.episode?.rawValue)
        json.member("column", track?.column?.rawValue)
        json.member("title", track?.title)
        json.member("columnTitle", track?.columnTitle)
        json.member("author", track?.author)
        json.member("url", track?.url)
        json.member("artPath", track?.artPath)
        json.member("published", track?.published?.secondsSince1970)
        json.member("liked", track?.isLiked)
        json.member("index", index)
        json.member("count", count)
        json.member("position", position)
        json.member("duration", duration)
        json.member("durationEstimated", isDurationEstimated)
        json.member("speed", speed)
        json.member("volume", volume)
        json.member("mode", mode.rawValue)
        json.key("sleep")
        if let sleep { sleep.write(to: &json) } else { json.null() }
        json.member("canGoNext", canGoNext)
        json.member("canGoPrevious", canGoPrevious)
        json.member("canSeek", canSeek)
        json.key("buffered")
        json.array { json in
            for range in bufferedRanges {
                json.array { json in
                    json.number(range.lowerBound / .seconds(1))
                    json.number(range.upperBound / .seconds(1))
                }
            }
        }
        json.member("chapter", chapter)
        json.key("cue")
        if let cue { cue.write(to: &json) } else { json.null() }
        json.member("output", output)
        json.member("placeFoundBy", placeFoundBy)
        json.member("brokenPlaces", brokenPlaces)
        json.member("skippedBytes", skippedBytes)
        json.member("underruns", underrunCount)
        json.member("bufferEmpty", isBufferEmpty)
        json.member("likelyToKeepUp", isLikelyToKeepUp)
        json.key("error")
        if let failure {
            json.object { json in
                json.member("code", failure.code)
                json.member("message", failure.message)
            }
        } else {
            json.null()
        }
        json.member("pid", processID)
    }

    /// Reads a status object; nil when it is none.
    ///
    /// Members that this version does not know are passed over.
    init?(_ tree: JSONTree) {
        guard let status = tree["status"]?.string.flatMap(PlaybackStatus.init) else { return nil }
        self.init()
        self.status = status
        isStalled = tree["stalled"]?.bool ?? false
        if let id = tree["track"]?.integer(Int64.self) {
            track = PlaybackTrack(id: id)
            track?.read(tree)
        }
        index = tree["index"]?.integer()
        count = tree["count"]?.integer() ?? 0
        position = tree["position"]?.duration ?? .zero
        duration = tree["duration"]?.duration
        isDurationEstimated = tree["durationEstimated"]?.bool ?? false
        placeFoundBy = tree["placeFoundBy"]?.string
        brokenPlaces = tree["brokenPlaces"]?.integer() ?? 0
        skippedBytes = tree["skippedBytes"]?.integer(Int64.self) ?? 0
        underrunCount = tree["underruns"]?.integer() ?? 0
        isBufferEmpty = tree["bufferEmpty"]?.bool ?? false
        isLikelyToKeepUp = tree["likelyToKeepUp"]?.bool ?? true
        speed = tree["speed"]?.double ?? 1
        volume = tree["volume"]?.double ?? 1
        mode = tree["mode"]?.string.flatMap(PlaybackMode.init) ?? .sequence
        sleep = tree["sleep"].flatMap(SleepStatus.init)
        canGoNext = tree["canGoNext"]?.bool ?? false
        canGoPrevious = tree["canGoPrevious"]?.bool ?? false
        canSeek = tree["canSeek"]?.bool ?? false
        bufferedRanges = (tree["buffered"]?.elements ?? []).compactMap { range in
            guard let ends = range.elements, ends.count == 2, let lower = ends[0].duration,
                let upper = ends[1].duration, lower <= upper
            else { return nil }
            return lower..<upper
        }
        chapter = tree["chapter"]?.string
        cue = tree["cue"].flatMap(PlaybackCue.init)
        output = tree["output"]?.string
        failure = PlaybackFailure(tree["error"])
        processID = tree["pid"]?.integer() ?? 0
    }
}

extension PlaybackTrack {
    fileprivate mutating func read(_ tree: JSONTree) {
        episode = tree["episode"]?.integer().map(EpisodeID.init)
        column = tree["column"]?.integer().map(ColumnID.init)
        title = tree["title"]?.string
        columnTitle = tree["columnTitle"]?.string
        author = tree["author"]?.string
        url = tree["url"]?.string
        artPath = tree["artPath"]?.string
        published = tree["published"]?.integer().map(Timestamp.init)
        isLiked = tree["liked"]?.bool ?? false
    }
}

extension PlaybackFailure {
    fileprivate init?(_ tree: JSONTree?) {
        guard let code = tree?["code"]?.string else { return nil }
        self.init(code: code, message: tree?["message"]?.string ?? "")
    }
}
