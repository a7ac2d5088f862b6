import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import Localization

extension FailureReport {
    /// Why an item cannot be played.
    init(_ failure: PlaybackFailure, of item: PlaybackItem) {
        let number = item.episode.map { " \($0.id.rawValue)" } ?? ""
        let (code, exitCode, reason, hint) = Self.words(of: failure, number: number)
        self.init(
            code, exitCode, "“\(item.title)” cannot be played: \(reason)",
            hints: hint.map { [$0] } ?? [])
    }

    private static func words(of failure: PlaybackFailure, number: String)
        -> (code: String, exitCode: ExitCode, reason: Message, hint: Message?)
    {
        switch failure {
        case .noAudio:
            ("no-audio", .someFailed, "it has no audio.", "Its text: “column read\(number)”.")
        case .inUse:
            (
                "in-use", .busy, "another run is fetching it at the moment.",
                "Try again when it is downloaded."
            )
        case .file(let path, let code):
            (
                "file", .someFailed, "\(path): \(SystemErrorText.words(code)).",
                code == ENOENT && !number.isEmpty
                    ? "The file went away; “column download\(number)” fetches it again." : nil
            )
        case .source(let code, let detail):
            words(ofSource: code, detail: detail)
        case .truncated:
            ("truncated", .someFailed, "the file ends too early.", nil)
        case .notAudio(let kind):
            ("not-audio", .someFailed, "it is no audio (\(kind)).", nil)
        case .unsupported(let kind):
            ("unsupported", .someFailed, "there is no decoder for \(kind).", nil)
        case .decoder(let detail):
            ("decoder", .someFailed, "it is damaged (\(detail)).", nil)
        case .output(let name, let detail):
            (
                "output", .someFailed, "the output \(name) cannot be used (\(detail)).",
                "Choose another: “--output null” plays silently."
            )
        }
    }

    private static func words(ofSource code: String, detail: String?)
        -> (code: String, exitCode: ExitCode, reason: Message, hint: Message?)
    {
        guard let known = FailureCode(rawValue: code) else {
            return (code, .someFailed, Message(verbatim: detail ?? code), nil)
        }
        let report = FailureReport(Failure(code: known, detail: detail))
        return (code, report.exitCode, report.message, report.hints.first)
    }
}
