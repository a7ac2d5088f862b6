import JSONKit
import Localization
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
        let state: Message =
            switch snapshot.status {
            case .playing: snapshot.isStalled ? "waiting for the network" : "playing"
            case .paused: "paused"
            case .stopped: "stopped"
            }
        let place = NumberText.duration(snapshot.position)
        let total = snapshot.duration.map {
            (snapshot.isDurationEstimated ? "~" : "") + NumberText.duration($0)
        }
        var facts: [Message] = [state, total.map { "\(place) of \($0)" } ?? "\(place)"]
        if snapshot.speed != 1 { facts.append("\(NumberText.decimal(snapshot.speed))×") }
        if snapshot.volume != 1 { facts.append("\(Int((snapshot.volume * 100).rounded())) %") }
        if let sleep = snapshot.sleep {
            facts.append(
                sleep.remaining.map { "sleep in \(Message.roundDuration($0))" }
                    ?? sleep.countLeft.map { "sleep after \($0)" } ?? "sleep ")
        }
        console.print(.list(facts, .clauses))
        if let failure = snapshot.failure {
            // The player says it in English.
            let meaning =
                console.style.language == .english ? nil : ErrorCodeText.meanings[failure.code]
            console.print(verbatim: SafeText.line(meaning.map(console.text) ?? failure.message))
        }
    }
}
