import ColumnModel
import ColumnServices
import JSONKit
import Localization
import Synchronization
import TerminalText

/// Tells of downloads while they run, and sums them up.
final class DownloadReport: Sendable {
    /// A download that runs.
    struct Running {
        var held: Int64
        var total: Int64?
        var bytesPerSecond = 0.0
        /// How much was there when it began.
        let first: Int64
        var reportedAt: ContinuousClock.Instant?
    }

    private struct State {
        var running: [EpisodeID: Running] = [:]
        var order: [EpisodeID] = []
        var doneCount = 0
        var doneBytes: Int64 = 0
        var finished: [(id: EpisodeID, file: DownloadedFile)] = []
    }

    let display: ProgressDisplay
    private let context: CommandContext
    private let titles: [EpisodeID: String]
    private let urls: [EpisodeID: String]
    private let count: Int
    private let state = Mutex(State())
    /// What programs are told, also by those who go on after the downloads.
    let objects: JSONLines
    private let began = ContinuousClock.now

    init(_ context: CommandContext, episodes: [Episode]) {
        self.context = context
        objects = JSONLines(context.console)
        titles = Dictionary(episodes.map { ($0.id, $0.title) }) { first, _ in first }
        urls = Dictionary(episodes.map { ($0.id, $0.enclosure?.url ?? "") }) { first, _ in first }
        count = episodes.count
        display = ProgressDisplay(console: context.console)
    }

    /// Takes what happened to one download.
    func add(_ update: DownloadUpdate) {
        keep(update)
        if case .finished(let id, let file) = update {
            state.withLock { $0.finished.append((id, file)) }
        }
        if context.isJSON {
            addJSON(update)
        } else {
            say(update)
        }
        display.update { lines(width: $0) }
    }

    /// The downloads that are whole now.
    var finished: [(id: EpisodeID, file: DownloadedFile)] { state.withLock { $0.finished } }

    /// Sums up; nil: nothing was to be done.
    func finish(_ outcome: DownloadOutcome?) {
        display.finish()
        if context.isJSON {
            objects.write { json in
                json.member("event", "summary")
                json.member("finished", outcome?.finished ?? 0)
                json.member("alreadyComplete", outcome?.alreadyComplete ?? 0)
                json.member("failed", outcome?.failures.count ?? 0)
                json.member("inUse", outcome?.inUse ?? 0)
                json.member("withoutAudio", outcome?.withoutAudio ?? 0)
                json.member("remaining", outcome?.remaining ?? 0)
                json.member("receivedBytes", outcome?.receivedBytes ?? 0)
                json.member("missingSpace", outcome?.missingSpace)
            }
            return
        }
        guard let outcome else {
            context.console.note("There is nothing to download.")
            return
        }
        var parts: [Message] = ["\(count: outcome.finished, "file") downloaded"]
        if outcome.alreadyComplete > 0 { parts.append("\(outcome.alreadyComplete) there already") }
        if outcome.inUse > 0 { parts.append("\(outcome.inUse) in use by another run") }
        if !outcome.failures.isEmpty { parts.append("\(outcome.failures.count) failed") }
        if outcome.remaining > 0 { parts.append("\(outcome.remaining) not finished") }
        let time = NumberText.duration(ContinuousClock.now - began)
        context.console.note(
            """
            \(Message.list(parts, .clauses)); \(NumberText.size(outcome.receivedBytes)) in \(time).
            """
        )
        if let missing = outcome.missingSpace {
            context.console.say(
                """
                column: \(context.console.errorRed("error: "))\
                The disk is full: \(NumberText.size(missing)) are missing.
                  All that was fetched is kept. Make room, or lower download.keep-free.
                """)
        }
    }

    // MARK: - For people

    private func say(_ update: DownloadUpdate) {
        switch update {
        case .started, .progress: break
        case .finished(let id, let file):
            let proof: Message = file.isProven ? "" : " (not proved to be one file)"
            display.note("\(title(id)): \(NumberText.size(file.size))\(proof)")
            if let warning = file.warning {
                let words = context.console.text(FailureReport(warning).message)
                display.note("  \(SafeText.line(words))")
            }
        case .failed(let id, let failure, let held):
            let report = FailureReport(failure)
            let kept: Message = held > 0 ? " \(NumberText.size(held)) are kept." : ""
            display.say(report.line(about: title(id), kept, on: context.console))
        case .skipped(let id, let reason):
            switch reason {
            case .alreadyComplete: display.note("\(title(id)): is there already")
            case .inUse: display.note("\(title(id)): is being fetched by another run")
            case .noAudio:
                let failed = context.console.errorRed("failed: ")
                display.say("column: \(failed)\(title(id)): has no audio")
            }
        }
    }

    private func title(_ id: EpisodeID) -> String {
        "\(id.rawValue)  " + SafeText.line(titles[id] ?? "")
    }

    private func keep(_ update: DownloadUpdate) {
        state.withLock { state in
            switch update {
            case .started(let id, let held, let total):
                state.running[id] = Running(held: held, total: total, first: held)
                state.order.append(id)
            case .progress(let id, let held, let total, let bytesPerSecond):
                state.running[id]?.held = held
                state.running[id]?.total = total
                state.running[id]?.bytesPerSecond = bytesPerSecond
            case .finished(let id, _), .failed(let id, _, _), .skipped(let id, _):
                if let running = state.running.removeValue(forKey: id) {
                    state.doneBytes += running.held
                }
                state.order.removeAll { $0 == id }
                state.doneCount += 1
            }
        }
    }

    /// A line for each download that runs, and one for all.
    private func lines(width: Int) -> [String] {
        state.withLock { state in
            let rows = 8
            let shown = state.order.filter { (state.running[$0]?.held ?? 0) > 0 }.prefix(rows)
            var lines = shown.compactMap { id in
                state.running[id].map { line(titles[id] ?? "", $0, width: width) }
            }
            let speed = state.running.values.reduce(0) { $0 + $1.bytesPerSecond }
            let bytes = state.doneBytes + state.running.values.reduce(0) { $0 + $1.held }
            let sum: Message =
                """
                \(state.doneCount) of \(count: count, "file"), \
                \(NumberText.size(bytes)), \(NumberText.size(Int64(speed)))/s
                """
            lines.append(context.console.text(sum))
            return lines
        }
    }

    private func line(_ title: String, _ running: Running, width: Int) -> String {
        var tail = NumberText.size(running.held)
        if let total = running.total, total > 0 {
            let share = min(1, Double(running.held) / Double(total))
            let bar = ProgressBar(share: share).text(width: max(6, min(24, width / 4)))
            let part: Message = "\(Int(share * 100)) % of \(NumberText.size(total))"
            tail = "\(bar) \(context.console.text(part))"
            if running.bytesPerSecond > 0 {
                let left = Double(total - running.held) / running.bytesPerSecond
                tail += "  \(NumberText.duration(.seconds(min(left, 360_000))))"
            }
        }
        tail += "  \(NumberText.size(Int64(running.bytesPerSecond)))/s"
        let room = max(0, width - TextWidth.of(tail) - 2)
        let name = TextWidth.pad(TextWidth.cut(SafeText.line(title), to: room), to: room)
        return "\(name)  \(tail)"
    }

    // MARK: - For programs

    private func addJSON(_ update: DownloadUpdate) {
        switch update {
        case .started(let id, let held, let total):
            objects.write { json in
                json.member("event", "started")
                members(of: id, to: &json)
                json.member("bytes", held)
                json.member("total", total)
            }
        case .progress(let id, let held, let total, let bytesPerSecond):
            guard isDue(id) else { return }
            objects.write { json in
                json.member("event", "progress")
                members(of: id, to: &json)
                json.member("bytes", held)
                json.member("total", total)
                json.member("bytesPerSecond", Int64(bytesPerSecond))
            }
        case .finished(let id, let file):
            objects.write { json in
                json.member("event", "finished")
                members(of: id, to: &json)
                json.member("state", file.isProven ? "complete" : "unproven")
                json.member("path", file.path)
                json.member("bytes", file.size)
                json.member("sha256", JSONWriter.hexadecimal(file.sha256))
                json.key("warning")
                json.failure(file.warning)
            }
        case .failed(let id, let failure, let held):
            objects.write { json in
                json.member("event", "error")
                members(of: id, to: &json)
                json.member("code", failure.code.rawValue)
                json.member("status", failure.status)
                json.member("message", FailureReport(failure).message.english)
                json.member("url", (failure.url ?? urls[id]).map(AddressText.withoutLogin))
                json.member("bytes", held)
            }
        case .skipped(let id, let reason):
            objects.write { json in
                json.member("event", "skipped")
                members(of: id, to: &json)
                json.member("reason", reason.rawValue)
            }
        }
    }

    private func members(of id: EpisodeID, to json: inout JSONWriter) {
        json.member("episode", id.rawValue)
        json.member("title", titles[id])
    }

    /// Programs get the progress of a download once a second.
    private func isDue(_ id: EpisodeID) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if let last = state.running[id]?.reportedAt, now - last < .seconds(1) { return false }
            state.running[id]?.reportedAt = now
            return true
        }
    }
}
