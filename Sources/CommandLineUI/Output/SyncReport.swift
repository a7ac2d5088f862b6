import ColumnModel
import ColumnServices
import JSONKit
import Localization
import Synchronization
import TerminalText

/// Tells of a sync while it runs, and sums it up.
final class SyncReport: Sendable {
    private struct Counts {
        var done = 0
        var added = 0
        var updated = 0
        var rekeyed = 0
        var unchanged = 0
        var notDue = 0
        var held = 0
        var stopped = 0
        var failures: [FailureCode] = []
    }

    let display: ProgressDisplay
    private let context: CommandContext
    private let columnCount: Int
    private let notifier: ServiceNotifier
    /// What programs are told, also by those who go on after the sync.
    let objects: JSONLines
    private let counts = Mutex(Counts())

    init(_ context: CommandContext, columnCount: Int) {
        self.context = context
        self.columnCount = columnCount
        objects = JSONLines(context.console)
        display = ProgressDisplay(console: context.console)
        notifier = ServiceNotifier(environment: context.environment)
    }

    /// Takes the result of one column.
    func add(_ result: SyncResult) {
        let done = counts.withLock { counts in
            Self.count(result, into: &counts)
            return counts.done
        }
        if context.isJSON {
            objects.write { json in Self.write(result, to: &json) }
        } else if let line = line(for: result) {
            if case .failed = result.outcome { display.say(line) } else { display.note(line) }
        }
        let total = columnCount
        notifier.status("Syncing: \(done) of \(total) columns")
        display.update(isForced: done == total) { width in
            let bar = ProgressBar(share: Double(done) / Double(max(total, 1)))
            let count: Message = "\(done) of \(total) columns"
            return [bar.text(width: min(30, width / 3)) + " " + self.context.console.text(count)]
        }
    }

    /// Tells of the images that came along.
    func add(_ outcome: ArticleImageService.Outcome) {
        guard context.isJSON else {
            let failed: Message =
                outcome.failed > 0 ? ", \(outcome.failed) could not be had" : ""
            return display.note("\(count: outcome.fetched, "image") kept\(failed).")
        }
        objects.write { json in
            json.member("event", "images")
            json.member("fetched", outcome.fetched)
            json.member("failed", outcome.failed)
        }
    }

    /// What it came to.
    var totals: (columns: Int, added: Int, updated: Int, failed: Int) {
        counts.withLock { (columnCount, $0.added, $0.updated, $0.failures.count) }
    }

    /// Sums up; the code with which the command ends.
    func finish() -> ExitCode {
        display.finish()
        let counts = counts.withLock { $0 }
        if context.isJSON {
            objects.write { json in
                json.member("event", "summary")
                json.member("columns", columnCount)
                json.member("added", counts.added)
                json.member("updated", counts.updated)
                json.member("rekeyed", counts.rekeyed)
                json.member("unchanged", counts.unchanged)
                json.member("notDue", counts.notDue)
                json.member("held", counts.held)
                json.member("stopped", counts.stopped)
                json.member("failed", counts.failures.count)
            }
        } else if columnCount == 0 {
            context.console.note("There is no column yet. Subscribe to one: column add URL")
        } else {
            context.console.note(Self.summary(counts, of: columnCount))
        }
        return FailureReport.exitCode(
            of: counts.failures, among: columnCount - counts.notDue - counts.stopped)
    }

    /// What the library is to remember of it.
    func run(since began: Timestamp, until ended: Timestamp, _ code: ExitCode) -> RecordedRun {
        counts.withLock { counts in
            RecordedRun(
                began: began, ended: ended, exitCode: code.rawValue, added: counts.added,
                failed: counts.failures.count)
        }
    }

    private static func count(_ result: SyncResult, into counts: inout Counts) {
        counts.done += 1
        switch result.outcome {
        case .merged(let added, let updated, let rekeyed, _):
            counts.added += added
            counts.updated += updated
            counts.rekeyed += rekeyed
        case .unchanged: counts.unchanged += 1
        case .notDue: counts.notDue += 1
        case .stopped: counts.stopped += 1
        case .held: counts.held += 1
        case .failed(let failure, _): counts.failures.append(failure.code)
        }
    }

    private static func summary(_ counts: Counts, of total: Int) -> Message {
        var parts: [Message] = ["\(count: counts.added, "new episode")"]
        if counts.updated > 0 { parts.append("\(counts.updated) changed") }
        if counts.notDue > 0 { parts.append("\(counts.notDue) not due") }
        if counts.held > 0 { parts.append("\(counts.held) held") }
        if counts.stopped > 0 { parts.append("\(counts.stopped) stopped") }
        if !counts.failures.isEmpty { parts.append("\(counts.failures.count) failed") }
        return "\(count: total, "column"): \(Message.list(parts, .clauses))."
    }

    /// What a person is told of a column; on a terminal only what is worth a line.
    private func line(for result: SyncResult) -> Message? {
        let title = SafeText.line(result.title)
        let isBrief = context.console.style.isErrorTerminal && !context.console.style.isVerbose
        let moved: Message =
            result.movedFrom == nil ? "" : " It has moved to \(result.url)."
        switch result.outcome {
        case .merged(let added, let updated, _, _):
            let damage: Message =
                result.problem.map { " The feed is damaged (line \($0.line))." } ?? ""
            let isQuiet = added == 0 && moved.isEmpty && damage.isEmpty
            if isBrief, isQuiet { return nil }
            let changed: Message = updated > 0 ? ", \(updated) changed" : ""
            return "\(title): \(added) new\(changed).\(moved)\(damage)"
        case .unchanged: return isBrief && moved.isEmpty ? nil : "\(title): unchanged.\(moved)"
        case .notDue(let until):
            if isBrief { return nil }
            return until.map { "\(title): not due before \(DateText.minute($0))." }
                ?? "\(title): not due at this hour."
        case .stopped: return isBrief ? nil : "\(title): gone, and not asked any more."
        case .held(let changes, let known):
            return """
                \(title): held, since \(changes) of \(known) episodes would change. \
                “column sync --accept \(result.column.rawValue)” lets it through.
                """
        case .failed(let failure, let lastSuccess):
            let report = FailureReport(failure)
            let last: Message = lastSuccess.map { " It last worked \(DateText.minute($0))." } ?? ""
            return report.line(about: title, last, on: context.console)
        }
    }

    private static func write(_ result: SyncResult, to json: inout JSONWriter) {
        let outcome: String
        switch result.outcome {
        case .merged: outcome = "merged"
        case .unchanged: outcome = "unchanged"
        case .notDue: outcome = "not-due"
        case .stopped: outcome = "stopped"
        case .held: outcome = "held"
        case .failed: outcome = "failed"
        }
        json.member("event", outcome == "failed" ? "error" : "column")
        json.member("column", result.column.rawValue)
        json.member("title", result.title)
        json.member("url", result.url)
        json.member("outcome", outcome)
        switch result.outcome {
        case .merged(let added, let updated, let rekeyed, let total):
            json.member("added", added)
            json.member("updated", updated)
            json.member("rekeyed", rekeyed)
            json.member("total", total)
        case .notDue(let until): json.member("until", until?.secondsSince1970)
        case .held(let changes, let known):
            json.member("changes", changes)
            json.member("known", known)
        case .failed(let failure, let lastSuccess):
            json.member("code", failure.code.rawValue)
            json.member("status", failure.status)
            json.member("message", FailureReport(failure).message.english)
            json.member("lastSuccess", lastSuccess?.secondsSince1970)
        case .unchanged, .stopped: break
        }
        if let old = result.movedFrom { json.member("movedFrom", old) }
        if let problem = result.problem {
            json.key("problem")
            json.object { json in
                json.member("kind", problem.kind.rawValue)
                json.member("line", problem.line)
                json.member("detail", problem.detail)
            }
        }
    }
}
