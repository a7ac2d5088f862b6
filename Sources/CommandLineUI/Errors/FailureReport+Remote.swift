@preconcurrency import Glibc
import Localization
import RemoteControl

extension FailureReport {
    init(_ error: ControlSocketError) {
        switch error {
        case .alreadyRunning:
            self.init(
                "already-running", .busy, "Another player of yours is running.",
                hints: ["“column stop” ends it; “column status” shows what it plays."])
        case .notRunning:
            self.init(
                "not-running", .notFound, "No player is running.",
                hints: ["“column play” starts one."])
        case .foreign(let path):
            self.init(
                "foreign", .internalError, "The player’s socket \(path) belongs to another user.")
        case .system(let call, let path, let code):
            self.init(path, "The player cannot be reached (\(call) \(path))", errno: code)
        case .notAnswering(let processID):
            let process: Message = processID.map { " (process \($0))" } ?? ""
            self.init(
                "timeout", .internalError, "The player does not answer\(process).",
                hints: processID.map {
                    ["Is it stopped? “kill -CONT \($0)” lets it go on, “kill -KILL \($0)” ends it."]
                } ?? [])
        case .brokenOff:
            self.init("broken-off", .notFound, "The player ended before it answered.")
        case .refused(let error): self.init(error)
        case .notUnderstood(let code):
            self.init(
                "not-understood", .internalError, "The player did not understand (\(code)).",
                hints: ["It may be of another version: “column stop”, then “column play”."])
        }
    }

    private init(_ error: PlaybackControlError) {
        switch error {
        case .nothingPlaying:
            self.init("nothing-playing", .notFound, "The player has nothing loaded.")
        case .noTrack: self.init("no-track", .notFound, "There is no further episode.")
        case .noChapter:
            self.init("no-chapter", .notFound, "There is no further chapter.")
        case .noLeap: self.init("no-leap", .notFound, "There is no seek to take back.")
        case .notFound: self.init("not-found", .notFound, "What was to play is not there.")
        case .invalidValue: self.init("value", .usage, "The value is out of its range.")
        case .failed(let detail): self.init("failed", .someFailed, "It failed: \(detail).")
        }
    }
}
