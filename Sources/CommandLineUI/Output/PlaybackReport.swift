import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import Localization
import Synchronization
import TerminalText

/// Tells of playing: one live line on a terminal, a line an event elsewhere, objects for programs.
final class PlaybackReport: Sendable {
    private struct State {
        var lastState: PlaybackStatus.State?
        var lastSpeed = 1.0
        var lastPosition = Duration.zero
        var latest: PlaybackStatus?
        var chapters: [Chapter] = []
    }

    private let context: CommandContext
    private let display: ProgressDisplay
    private let panel: PlaybackPanel
    private let state = Mutex(State())
    private let objects: JSONLines

    /// How much media time passes between two lines of a position for programs.
    private static let positionInterval = Duration.seconds(5)

    init(_ context: CommandContext) {
        self.context = context
        objects = JSONLines(context.console)
        display = ProgressDisplay(console: context.console)
        panel = PlaybackPanel(context)
    }

    func finish() { display.finish() }

    /// Takes an event.
    func add(_ event: PlaybackEvent) {
        if context.isJSON {
            addJSON(event)
            return
        }
        switch event {
        case .started(let status):
            state.withLock { state in
                state.lastState = nil
                state.chapters = []
            }
            let title = SafeText.line(status.item?.title ?? "")
            let column = status.columnTitle.map { " – " + SafeText.line($0) } ?? ""
            let place: Message =
                status.position >= .seconds(1)
                ? ", from \(NumberText.duration(status.position))" : ""
            display.note("Playing: \(title)\(column)\(place)")
            draw(status)
        case .changed(let status):
            if let line = lineForChange(status), !context.console.style.isErrorTerminal {
                display.note(line)
            }
            draw(status, isForced: true)
        case .position(let status): draw(status)
        case .seeked(let status):
            if !context.console.style.isErrorTerminal {
                display.note("At \(NumberText.duration(status.position))")
            }
            draw(status, isForced: true)
        case .finished(let item): display.note("Finished: \(SafeText.line(item.title))")
        case .played: break
        case .failed(let item, let failure): tell(failure, of: item)
        case .mediaChanged(let status):
            let place = NumberText.duration(status.position)
            display.note(
                status.placeFoundBy == "frames"
                    ? "The file has changed; going on at the same words, now at \(place)."
                    : "The file has changed; going on at \(place), which may be another place.")
            draw(status, isForced: true)
        case .damaged(let status):
            guard context.console.style.isVerbose else { break }
            let (places, bytes) = (status.brokenPlaces, status.skippedBytes)
            display.note("Broken places in the file: \(places); bytes left out: \(bytes).")
        case .outputFallback(let wanted, let reason, let chosen):
            let silence: Message = chosen == "null" ? ", which is silent" : ""
            display.note(
                """
                No sound through \(wanted) (\(SafeText.line(reason))); it goes to \(chosen)\(silence).
                """)
        case .over(let ending):
            if ending == .slept { display.note("Asleep: stopped as you wished.") }
        }
    }

    /// Says it also to the quiet; the line at the bottom is drawn anew with what follows.
    private func tell(_ failure: PlaybackFailure, of item: PlaybackItem) {
        display.finish()
        FailureReport(failure, of: item).write(
            to: context.console, asJSON: context.isJSON, in: objects)
    }

    private func draw(_ status: PlaybackStatus, isForced: Bool = false) {
        let chapters = state.withLock { state in
            state.latest = status
            return state.chapters
        }
        display.updateStyled(isForced: isForced) { width in
            panel.lines(status, chapters: chapters, width: width)
        }
    }

    /// Says what a key did, above the panel.
    func say(_ line: Message) {
        let width = TerminalSize.ofTerminal(STDERR_FILENO)?.columns ?? 80
        for part in LineWrapper(width: width).wrap(context.console.text(line)) {
            display.note("\(part)")
        }
        if let status = state.withLock({ $0.latest }) { draw(status, isForced: true) }
    }

    /// The chapters of what plays, for the marks of the bar.
    func show(_ chapters: [Chapter], of id: EpisodeID) {
        let status = state.withLock { state -> PlaybackStatus? in
            guard state.latest?.item?.episode?.id == id else { return nil }
            state.chapters = chapters
            return state.latest
        }
        if let status { draw(status, isForced: true) }
    }

    private func lineForChange(_ status: PlaybackStatus) -> Message? {
        state.withLock { state in
            defer {
                state.lastState = status.state
                state.lastSpeed = status.speed
            }
            let place = NumberText.duration(status.position)
            if status.speed != state.lastSpeed {
                return "Speed \(NumberText.decimal(status.speed))"
            }
            guard status.state != state.lastState else { return nil }
            switch status.state {
            case .paused: return "Paused at \(place)"
            case .stalled: return "Waiting for the network at \(place)"
            case .playing: return state.lastState == .paused ? "Going on at \(place)" : nil
            case .idle, .loading, .ended, .failed: return nil
            }
        }
    }

    // MARK: - For programs

    private func addJSON(_ event: PlaybackEvent) {
        switch event {
        case .started(let status): print("started", status)
        case .changed(let status):
            let isNew = state.withLock { state in
                defer {
                    state.lastState = status.state
                    state.lastSpeed = status.speed
                }
                return state.lastState != status.state || state.lastSpeed != status.speed
            }
            if isNew { print("state", status) }
        case .position(let status):
            let isDue = state.withLock { state in
                let span = status.position - state.lastPosition
                guard span >= Self.positionInterval || span < .zero else { return false }
                state.lastPosition = status.position
                return true
            }
            if isDue { print("position", status) }
        case .seeked(let status): print("seeked", status)
        case .finished(let item): print("finished", item)
        case .played(let item): print("played", item)
        case .failed(let item, let failure): tell(failure, of: item)
        case .mediaChanged(let status): print("mediaChanged", status)
        case .damaged(let status): print("damaged", status)
        case .outputFallback(let wanted, let reason, let chosen):
            objects.write { json in
                json.member("event", "outputFallback")
                json.member("wanted", wanted)
                json.member("reason", reason)
                json.member("chosen", chosen)
            }
        case .over(let ending):
            objects.write { json in
                json.member("event", "summary")
                json.member("ending", Self.name(of: ending))
            }
        }
    }

    private func print(_ event: String, _ status: PlaybackStatus) {
        objects.write { json in
            json.member("event", event)
            json.members(of: status)
        }
    }

    private func print(_ event: String, _ item: PlaybackItem) {
        objects.write { json in
            json.member("event", event)
            json.member("episode", item.episode?.id.rawValue)
            json.member("title", item.title)
        }
    }

    private static func name(of ending: PlaybackEnding) -> String {
        switch ending {
        case .listEnded: "listEnded"
        case .stopped: "stopped"
        case .slept: "slept"
        case .failed: "failed"
        }
    }
}
