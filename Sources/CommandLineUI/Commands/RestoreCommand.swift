import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column restore`.
enum RestoreCommand {
    private static let yes = OptionDescription.flag("yes", "y", "Do not ask.")
    private static let list = OptionDescription.flag(
        "list", nil, "List the backups that were made by themselves.")
    private static let latest = OptionDescription.flag(
        "latest", nil, "Take the newest of them.")
    private static let file = OperandDescription("FILE", .file, .optional)

    static let description = CommandDescription(
        name: "restore", group: .library, summary: "Put a backup in place of the library",
        examples: [
            .init("column restore ~/column.backup", "Brings a backup back"),
            .init("column restore --list", "Lists the backups that were made by themselves"),
            .init("column restore --latest", "Brings the newest of them back"),
        ],
        operands: [file], options: [yes, list, latest, .json],
        notes: [
            "The library as it was is kept, and its place is printed.",
            """
            A sync makes a backup each backup.interval and keeps the last backup.keep of them. One \
            is made, too, before a new version changes the library’s form.
            """,
        ],
        next: ["column list"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (places, console) = (try context.places(), context.console)
        let (arguments, all) = (context.arguments, AutomaticBackup.all(in: places))
        if arguments.has(list) {
            show(all, context)
            return .success
        }
        var path = arguments.operand("FILE") ?? ""
        if arguments.has(latest) {
            guard path.isEmpty else {
                throw UsageError.conflict("--latest", "FILE", command: arguments.path)
            }
            guard let newest = all.first(where: { $0.reason != .restore }) else {
                throw CommandError.noBackups
            }
            path = newest.path
        }
        guard !path.isEmpty else {
            throw UsageError.missingOperand(file, command: arguments.path)
        }
        guard !FilePath.isFolder(path) else { throw CommandError.isFolder(path) }
        if !arguments.has(yes) {
            guard console.style.isInputTerminal else {
                throw UsageError.needsAnswer(option: "--yes", command: arguments.path)
            }
            guard Question.ask("Put \(SafeText.line(path)) in place of the library?", on: console)
            else {
                console.note("Nothing was changed.")
                return .success
            }
        }
        let from = path
        let kept = try await context.interruption.cancelling {
            try await LibraryService.restore(from: FilePath.absolute(from), places: places)
        }
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.member("restored", FilePath.absolute(from))
                json.member("kept", kept)
            }
            console.print(json.text)
        } else {
            console.note(kept.map { "Restored. The library as it was: \($0)" } ?? "Restored.")
        }
        return .success
    }

    private static func show(_ all: [AutomaticBackup], _ context: CommandContext) {
        let console = context.console
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.key("backups")
                json.array { json in
                    for backup in all {
                        json.object { json in
                            json.member("path", backup.path)
                            json.member("made", backup.made.secondsSince1970)
                            json.member("reason", backup.reason.rawValue)
                            json.member("bytes", backup.size.bytes)
                        }
                    }
                }
            }
            console.print(json.text)
            return
        }
        guard !all.isEmpty else {
            console.note("There is none yet. “column backup FILE” makes one.")
            return
        }
        var table = console.table([
            .init(title: "MADE"), .init(title: "SIZE", isRight: true), .init(title: "WHY"),
            .init(title: "FILE"),
        ])
        for backup in all {
            table.add([
                console.text(DateText.minute(backup.made)), NumberText.size(backup.size.bytes),
                console.text(words(backup.reason)),
                backup.path,
            ])
        }
        for line in table.lines(width: nil, heading: console.bold) { console.print(line) }
    }

    private static func words(_ reason: AutomaticBackup.Reason) -> Message {
        switch reason {
        case .weekly: "time"
        case .migration: "new version"
        case .restore: "restore"
        }
    }
}
