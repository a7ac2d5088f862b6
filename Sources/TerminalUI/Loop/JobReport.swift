import JSONKit

/// One line of what `sync --json` and `download --json` tell.
struct JobReport {
    private let object: JSONTree

    /// Reads an object; nil where the line is none.
    init?(_ line: String) {
        guard let object = JSONTree(line.utf8), case .object = object else { return nil }
        self.object = object
    }

    /// Adds what the line tells.
    func apply(to job: inout JobState) {
        switch text("event") {
        case "column":
            job.done += 1
            job.added += Int(number("added") ?? 0)
        case "error":
            job.done += 1
            job.failed += 1
            job.fault = JobState.Fault(
                title: text("title"), code: text("code") ?? "", words: text("message") ?? "")
        case "started", "progress":
            job.title = text("title") ?? job.title
            job.bytes = number("bytes") ?? job.bytes
            job.total = number("total") ?? job.total
            job.bytesPerSecond = number("bytesPerSecond") ?? 0
        case "finished": job.done += 1
        default: break
        }
    }

    private func text(_ key: String) -> String? { object[key]?.string }

    private func number(_ key: String) -> Int64? { object[key]?.integer() }
}
