import ColumnModel
import JSONKit
import PlaybackRules
import RemoteControl
import TerminalText

/// What the running player does, for people and for programs.
enum PlayerOutput {
    static func print(_ snapshot: PlaybackSnapshot, _ context: CommandContext) {
        let console = context.console
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in write(snapshot, to: &json) }
            console.print(json.text)
            return
        }
        guard let track = snapshot.track else {
            console.print("Nothing is loaded.")
            return
        }
        let title = SafeText.line(track.title ?? track.url ?? "")
        console.print(console.bold(title))
        if let column = track.columnTitle { console.print(SafeText.line(column)) }
        let state =
            switch snapshot.status {
            case .playing: snapshot.isStalled ? "waiting for the network" : "playing"
            case .paused: "paused"
            case .stopped: "stopped"
            }
        let total = snapshot.duration.map {
            " of " + (snapshot.isDurationEstimated ? "~" : "") + NumberText.duration($0)
        }
        var line = "\(state), \(NumberText.duration(snapshot.position))\(total ?? "")"
        if snapshot.speed != 1 { line += ", \(NumberText.decimal(snapshot.speed))×" }
        if snapshot.volume != 1 { line += ", \(Int((snapshot.volume * 100).rounded())) %" }
        if let sleep = snapshot.sleep {
            let left =
                sleep.remaining.map { "in \(NumberText.roundDuration($0))" }
                ?? sleep.countLeft.map { "after \($0)" }
            line += ", sleep \(left ?? "")"
        }
        console.print(line)
        if let failure = snapshot.failure { console.print(SafeText.line(failure.message)) }
    }

    private static func write(_ snapshot: PlaybackSnapshot, to json: inout JSONWriter) {
        json.member("version", 1)
        json.member("status", snapshot.status.rawValue)
        json.member("stalled", snapshot.isStalled)
        json.member("episode", snapshot.track?.episode?.rawValue)
        json.member("column", snapshot.track?.column?.rawValue)
        json.member("title", snapshot.track?.title)
        json.member("columnTitle", snapshot.track?.columnTitle)
        json.member("index", snapshot.index)
        json.member("count", snapshot.count)
        json.member("position", snapshot.position.inSeconds)
        json.member("duration", snapshot.duration?.inSeconds)
        json.member("durationEstimated", snapshot.isDurationEstimated)
        json.member("speed", snapshot.speed)
        json.member("volume", snapshot.volume)
        json.member("mode", snapshot.mode.rawValue)
        json.member("output", snapshot.output)
        json.key("buffered")
        json.array { json in
            for range in snapshot.bufferedRanges {
                json.array { json in
                    json.number(range.lowerBound.inSeconds)
                    json.number(range.upperBound.inSeconds)
                }
            }
        }
        json.key("sleep")
        if let sleep = snapshot.sleep {
            json.object { json in
                json.member("remaining", sleep.remaining?.inSeconds)
                json.member("count", sleep.countLeft)
            }
        } else {
            json.null()
        }
        json.key("error")
        if let failure = snapshot.failure {
            json.object { json in
                json.member("code", failure.code)
                json.member("message", failure.message)
            }
        } else {
            json.null()
        }
        json.member("pid", snapshot.processID)
    }
}
