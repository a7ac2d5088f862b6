import ColumnModel
import ColumnServices
import JSONKit
import RemoteControl
import TerminalText

/// An error in words: what, why, what to do; and what scripts get of it.
struct FailureReport: Equatable {
    /// What went wrong, and why: one or two sentences.
    let message: String
    /// What to do about it, a line each.
    var hints: [String] = []
    /// The code by which scripts know it; stable.
    let code: String
    /// How the program ends.
    let exitCode: ExitCode
    /// The HTTP status, where there was one.
    var status: Int?
    /// Where it happened, where that is an address.
    var url: String?

    init(
        _ code: String, _ exitCode: ExitCode, _ message: String, hints: [String] = [],
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
            "column: " + console.errorRed("error: ") + SafeText.line(message))
        for hint in hints { console.say("  " + SafeText.line(hint)) }
    }

    /// Writes the members of `{"event":"error",…}`.
    func addMembers(to json: inout JSONWriter) {
        json.member("event", "error")
        json.member("code", code)
        json.member("status", status)
        json.member("message", message)
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
                "internal", .internalError, "An unexpected fault: \(error).",
                hints: ["Please report it with what you typed."])
        }
    }
}
