import JSONKit

/// One line of what `sync --json` and `download --json` tell; only its plain members.
struct JobReport {
    private var texts: [String: String] = [:]
    private var numbers: [String: Int64] = [:]

    /// Reads an object; nil where the line is none.
    init?(_ line: String) {
        var reader = JSONReader()
        Array(line.utf8).withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        guard reader.next() == .beginObject else { return nil }
        var key = ""
        while true {
            let event = reader.next()
            switch event {
            case .key where reader.depth == 1: key = reader.string
            case .string where reader.depth == 1: texts[key] = reader.string
            case .number where reader.depth == 1: numbers[key] = Int64(reader.string)
            case .end: return
            case .failure, .needsInput: return nil
            default: break
            }
        }
    }

    /// Adds what the line tells.
    func apply(to job: inout JobState) {
        switch texts["event"] {
        case "column":
            job.done += 1
            job.added += Int(numbers["added"] ?? 0)
        case "error":
            job.done += 1
            job.failed += 1
            job.fault = [texts["title"], texts["message"]].compactMap(\.self)
                .joined(separator: ": ")
        case "started", "progress":
            job.title = texts["title"] ?? job.title
            job.bytes = numbers["bytes"] ?? job.bytes
            job.total = numbers["total"] ?? job.total
            job.bytesPerSecond = numbers["bytesPerSecond"] ?? 0
        case "finished": job.done += 1
        default: break
        }
    }
}
