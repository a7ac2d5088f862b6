import ColumnModel
import ColumnServices
import JSONKit
import Localization
import RemoteControl
import TerminalText

/// An error in words: what, why, what to do; and what scripts get of it.
struct FailureReport: Equatable {
    /// What went wrong, and why: one or two sentences.
    let message: Message
    /// What to do about it, a line each.
    var hints: [Message] = []
    /// The code by which scripts know it; stable.
    let code: String
    /// How the program ends.
    let exitCode: ExitCode
    /// The HTTP status, where there was one.
    var status: Int?
    /// Where it happened, where that is an address.
    var url: String?

    init(
        _ code: String, _ exitCode: ExitCode, _ message: Message, hints: [Message] = [],
        status: Int? = nil, url: String? = nil
    ) {
        self.code = code
        self.exitCode = exitCode
        self.message = message
        self.hints = hints
        self.status = status
        self.url = url
    }

    /// Says it: words to standard error, and for programs an object to standard output.
    ///
    /// - Parameter lines: the stream that the object is part of; nil: it stands alone.
    func write(to console: Console, asJSON: Bool, in lines: JSONLines? = nil) {
        if asJSON { (lines ?? JSONLines(console)).write(addMembers) }
        console.flush()
        console.say(
            "column: \(console.errorRed("error: "))\(SafeText.line(console.text(message)))")
        for hint in hints { console.say("  \(SafeText.line(console.text(hint)))") }
    }

    /// What is said of one thing among several, with the hints below it.
    ///
    /// - Parameter rest: what comes behind the reason.
    func line(about name: String, _ rest: Message = "", on console: Console) -> Message {
        let hints = hints.map { "\n  " + SafeText.line(console.text($0)) }.joined()
        let reason = SafeText.line(console.text(message))
        return "column: \(console.errorRed("failed: "))\(name): \(reason)\(rest)\(hints)"
    }

    /// Writes the members of `{"event":"error",…}`.
    func addMembers(to json: inout JSONWriter) {
        json.member("event", "error")
        json.member("code", code)
        json.member("status", status)
        json.member("message", message.english)
        json.member("url", url)
    }
}

extension FailureReport {
    /// The words of any error.
    init(_ error: any Error) {
        switch error {
        case let error as UsageError: self.init(error)
        case let error as LibraryError: self.init(error)
        case let error as ConfigurationError: self.init(error)
        case let error as PlacesError: self.init(error)
        case let error as CommandError: self.init(error)
        case let error as RestoreError: self.init(error)
        case let error as ImportFault: self.init(error)
        case let error as ServiceError: self.init(error)
        case let error as SearchError: self.init(error)
        case let error as DeviceError: self.init(error)
        case let error as ControlSocketError: self.init(error)
        case is CancellationError:
            self.init("cancelled", .interrupted, "Stopped.")
        default:
            self.init(
                "internal", .internalError, "An unexpected fault: \(String(describing: error)).",
                hints: ["Please report it with what you typed."])
        }
    }
}
