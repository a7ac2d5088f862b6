import ColumnModel
import ColumnServices
import JSONKit
import Localization
import RemoteControl
import TerminalText

/// Prints what is said, as it is said: data, so it goes to standard output.
final class SpokenWords {
    private let context: CommandContext
    private let report: PlaybackReport
    private var last: ReadAlong.Piece?

    /// Makes a printer; the report's live line gives way to it.
    init(_ context: CommandContext, _ report: PlaybackReport) {
        self.context = context
        self.report = report
    }

    /// Takes an event.
    func add(_ event: PlaybackEvent) {
        let status: ColumnServices.PlaybackStatus
        switch event {
        case .position(let now), .seeked(let now), .changed(let now): status = now
        default: return
        }
        guard status.state == .playing, let piece = status.piece, piece != last else { return }
        last = piece
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("event", "cue")
                json.member("episode", status.item?.episode?.id.rawValue)
                json.key("cue")
                PlaybackCue(piece).write(to: &json)
            }
            context.console.print(json.text)
        } else {
            report.finish()
            let speaker = piece.speaker.map { SafeText.line($0) + ": " } ?? ""
            let text = speaker + SafeText.line(piece.text)
            context.console.print("[\(NumberText.duration(piece.start))] \(text)")
        }
        context.console.flush()
    }
}
