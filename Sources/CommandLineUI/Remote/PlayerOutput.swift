import JSONKit
import RemoteControl
import TerminalText

/// What the running player does, for people and for programs.
enum PlayerOutput {
    static func print(_ snapshot: PlaybackSnapshot, _ context: CommandContext) {
        let console = context.console
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                snapshot.writeMembers(to: &json)
            }
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
}
