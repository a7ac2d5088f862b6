import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import Localization
import TerminalText

extension FailureReport {
    init(_ error: LibraryError) {
        switch error {
        case .cannotOpen(let path, let detail):
            self.init(
                "library-open", .internalError,
                "The library \(path) cannot be opened: \(detail).",
                hints: ["Check that its folder is there and may be written."])
        case .newerSchema(let path, let found, let known):
            self.init(
                "library-newer", .internalError,
                """
                The library \(path) was written by a later version of column \
                (its form is \(found), this version knows \(known)).
                """,
                hints: ["Install that version or a later one; nothing was changed."])
        case .busy:
            self.init(
                "library-busy", .busy, "Another program holds the library’s lock.",
                hints: ["Nothing was lost; try again in a moment."])
        case .diskFull:
            self.init(
                "disk-full", .diskFull, "The disk with the library is full.",
                hints: ["Make room and try again; nothing was lost. What is there can be read."])
        case .damaged(let detail):
            self.init(
                "library-damaged", .internalError, "The library is damaged: \(detail).",
                hints: ["“column fsck” says more; a backup brings it back."])
        case .readOnly:
            self.init(
                "library-read-only", .internalError,
                "The library may only be read: it or its folder may not be written.",
                hints: [
                    """
                    Nothing was changed. Check the owner and the permissions of its folder, and \
                    whether its file system may be written.
                    """
                ])
        case .failed(let code, let detail):
            self.init(
                "library-failed", .internalError, "The library refused (\(code)): \(detail).")
        case .notFound(let kind, let given):
            let text = AddressText.withoutPassword(given)
            self.init(
                "not-found", .notFound, "No \(kind.noun) is called “\(text)”.",
                hints: [kind.hint])
        case .ambiguous(let kind, let given, let candidates):
            let text = AddressText.withoutPassword(given)
            self.init(
                "ambiguous", .notFound, "“\(text)” may mean more than one \(kind.noun):",
                hints: candidates.map(\.words) + ["Name one by its number, or give more words."])
        }
    }

    init(_ error: RestoreError) {
        switch error {
        case .noBackup(let path):
            self.init(
                "no-backup", .usage, "\(path) is no backup of a library.",
                hints: ["Nothing was changed. “column backup FILE” makes a backup."])
        case .damaged(let path, let detail):
            self.init(
                "backup-damaged", .internalError, "The backup \(path) is damaged: \(detail).",
                hints: ["Nothing was changed."])
        case .newerSchema(let path, let found, let known):
            self.init(
                "backup-newer", .internalError,
                """
                The backup \(path) was written by a later version of column \
                (its form is \(found), this version knows \(known)).
                """,
                hints: ["Nothing was changed. Install that version or a later one."])
        }
    }

    init(_ error: PlacesError) {
        switch error {
        case .noHome:
            self.init(
                "no-home", .internalError, "There is no place for the library: HOME is not set.",
                hints: ["Set HOME, or COLUMN_HOME to a folder for all of column’s files."])
        case .cannotMakeDirectory(let path, let code):
            self.init(path, "The folder \(path) cannot be made", errno: code)
        case .cannotRead(let path, let code):
            self.init(path, "\(path) cannot be read", errno: code)
        case .cannotWrite(let path, let code):
            self.init(path, "\(path) cannot be written", errno: code)
        }
    }

    init(_ path: String, _ what: Message, errno code: Int32) {
        let (name, exitCode, hint): (String, ExitCode, Message?) =
            switch code {
            case ENOSPC, EDQUOT:
                ("disk-full", .diskFull, "Make room and try again; nothing was lost.")
            case ENOENT: ("not-found", .notFound, "Look at the name; nothing was changed.")
            case EACCES, EPERM: ("file", .internalError, "You have no right to do that there.")
            case EROFS: ("file", .internalError, "Its file system may only be read.")
            default: ("file", .internalError, nil)
            }
        self.init(
            name, exitCode, "\(what): \(SystemErrorText.words(code)).",
            hints: hint.map { [$0] } ?? [])
    }

    init(_ error: ConfigurationError) {
        switch error {
        case .unknownKey(let name):
            let near = Suggestion.words(like: name, among: ConfigurationKey.all.map(\.name))
            self.init(
                "config-key", .usage, "There is no setting “\(name)”.",
                hints: [
                    near.isEmpty
                        ? "“column config” lists all settings."
                        : "Did you mean \(Message.list(near, .alternatives))?"
                ])
        case .badValue(let key, let value):
            self.init(
                "config-value", .usage,
                "\(key.name): “\(value)” is not allowed.", hints: ["It takes \(key.kind.words)."])
        case .notPerColumn(let key):
            let names = ConfigurationKey.all.filter(\.isPerColumn).map(\.name)
            self.init(
                "config-column", .usage, "\(key.name) holds for all columns, not for one.",
                hints: ["A column may have its own: \(Message.list(names))."])
        case .places(let error): self.init(error)
        }
    }
}

extension SubjectKind {
    var noun: Message {
        switch self {
        case .column: "column"
        case .episode: "episode"
        case .episodeOrColumn: "episode or column"
        }
    }

    fileprivate var hint: Message {
        switch self {
        case .column: "“column list” shows the columns with their numbers."
        case .episode:
            "“column list episodes” shows the episodes with their numbers; “column search” finds words."
        case .episodeOrColumn:
            "“column list” and “column list episodes” show what there is, with numbers."
        }
    }
}

extension Candidate {
    fileprivate var words: Message {
        switch self {
        case .column(let column): "column \(column.id.rawValue)  \(column.title)"
        case .episode(let episode):
            episode.published.map {
                "episode \(episode.id.rawValue)  \(episode.title)  (\(DateText.day($0)))"
            } ?? "episode \(episode.id.rawValue)  \(episode.title)"
        }
    }
}

extension ConfigurationKind {
    /// The allowed form, for sentences.
    var words: Message {
        switch self {
        case .count(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .duration: "a time with its unit, as 250ms, 3s, 5m, 2h, 7d"
        case .size: "a size with its unit, as 64KiB, 512MiB, 2GiB"
        case .share: "a share from 0% to 100%, as 50%"
        case .factor(let range):
            """
            a number from \(NumberText.decimal(range.lowerBound)) to \
            \(NumberText.decimal(range.upperBound)), as 1.5
            """
        case .boolean: "on or off"
        case .choice(let words): "one of \(Message.list(words))"
        case .text: "a text"
        case .output: "one of auto, pulse, ao, ao:NAME, null, wav:FILE"
        case .night: "hours and a sleep timer, as 22:00-06:00 30m"
        case .directory: "a folder’s path from / on"
        case .optional(let kind): "\(kind.words), or none"
        }
    }
}
