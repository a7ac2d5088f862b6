import ColumnModel
import Localization

extension FailureReport {
    /// The words of a failure of one feed or file, with its name in front where it is given.
    init(_ failure: Failure, of name: String? = nil) {
        let reason = Self.reason(failure)
        self.init(
            failure.code.rawValue, Self.exitCode(failure.code),
            name.map { "\($0): \(reason)" } ?? reason,
            hints: Self.hint(failure).map { [$0] } ?? [], status: failure.status,
            url: failure.url)
    }

    /// What a command ends with that met these failures among so many items.
    static func exitCode(of failures: [FailureCode], among count: Int) -> ExitCode {
        guard !failures.isEmpty else { return .success }
        if failures.contains(.diskFull) { return .diskFull }
        let codes = Set(failures.map(exitCode))
        guard failures.count >= count, codes.count == 1, let only = codes.first else {
            return .someFailed
        }
        return only
    }

    private static func exitCode(_ code: FailureCode) -> ExitCode {
        switch code {
        case .timeout, .dns, .refused: .unreachable
        case .login: .login
        case .diskFull: .diskFull
        case .file: .internalError
        case .tls, .httpStatus, .notAudio, .notAFeed, .tooLarge, .redirect, .changed,
            .truncated, .digest, .cancelled, .scheme, .privateHost:
            .someFailed
        }
    }

    private static func reason(_ failure: Failure) -> Message {
        let detail: Message = failure.detail.map { " (\($0))" } ?? ""
        return switch failure.code {
        case .timeout: "The server did not answer in time\(detail)."
        case .dns: "The host’s name was not found\(detail)."
        case .refused: "The server could not be reached\(detail)."
        case .tls: "The encrypted connection could not be trusted\(detail)."
        case .httpStatus:
            "The server answered \(failure.status.map { "\($0)" } ?? "an error" as Message)\(detail)."
        case .login: "A user name and password are needed, or were refused\(detail)."
        case .notAudio: "What came is no audio\(detail)."
        case .notAFeed: "What came is no feed\(detail)."
        case .tooLarge: "It is larger than the limit\(detail)."
        case .redirect: "The redirects lead nowhere\(detail)."
        case .diskFull: "The disk is full\(detail)."
        case .changed: "The file changed on the server while it was fetched\(detail)."
        case .truncated: "Fewer bytes came than were announced\(detail)."
        case .digest: "The bytes do not match their announced digest\(detail)."
        case .cancelled: "It was stopped\(detail)."
        case .file: "The file cannot be kept on this computer\(detail)."
        case .scheme: "The address is of a kind that is not fetched\(detail)."
        case .privateHost:
            "The address leads into your own network, which a feed from the internet may not."
        }
    }

    private static func hint(_ failure: Failure) -> Message? {
        switch failure.code {
        case .login: "Give it with “column add URL --user NAME”."
        case .diskFull: "Make room (“column clean”), or lower download.keep-free; all is kept."
        case .file:
            "Check the owner and the permissions of the folder (“column config get download.directory”)."
        case .scheme: "Only http:// and https:// are fetched."
        case .privateHost:
            "If the feed’s publisher may do that: “column config set http.private-hosts allow”."
        case .tls: "Check the computer’s clock and the address."
        case .dns: "Check the address and the network."
        case .httpStatus where failure.status == 404 || failure.status == 410:
            "The address is no longer there; look for a new one."
        default: nil
        }
    }
}
