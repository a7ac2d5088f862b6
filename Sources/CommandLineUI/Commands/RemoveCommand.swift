import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import Localization
import TerminalText

/// `column remove`.
enum RemoveCommand {
    private static let purge = OptionDescription.flag(
        "purge", nil, "Delete its episodes too, downloaded and liked ones included.")
    private static let yes = OptionDescription.flag("yes", "y", "Do not ask.")

    static let description = CommandDescription(
        name: "remove", group: .columns, summary: "Unsubscribe from columns",
        examples: [
            .init(
                "column remove 3", "Unsubscribes from column 3; what is downloaded or liked stays"),
            .init("column remove --purge 3", "Deletes all that is known of it"),
        ],
        operands: [OperandDescription("COLUMN", .column, .some)], options: [purge, yes, .json],
        notes: [
            """
            On a terminal it asks first. Without one it goes on, except with --purge, which then \
            needs --yes. “column undo” takes a removal back, but no purge.
            """
        ], next: ["column undo", "column list"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (library, console) = (try context.library(), context.console)
        var columns: [Column] = []
        for text in context.arguments.operands("COLUMN") {
            columns.append(try await library.column(named: text))
        }
        let isPurge = context.arguments.has(purge)
        if !context.arguments.has(yes) {
            if console.style.isInputTerminal {
                let titles = Message.list(columns.map { "“\(SafeText.line($0.title))”" })
                let question: Message =
                    isPurge
                    ? "Delete with all its episodes: \(titles)?" : "Unsubscribe from \(titles)?"
                guard Question.ask(question, on: console) else {
                    console.note("Nothing was changed.")
                    return .success
                }
            } else if isPurge {
                throw UsageError.needsAnswer(option: "--yes", command: context.arguments.path)
            }
        }
        let configuration = try context.configuration()
        let media = try context.places().mediaDirectory(configuration)
        let logins = try context.credentials()
        for column in columns {
            if isPurge {
                for file in try await library.purge(column.id) { unlink("\(media)/\(file)") }
                try await logins.set(nil, forFeed: column.url)
            } else {
                try await library.remove(column.id)
            }
            ChangeOutput.print(isPurge ? "purged" : "removed", context) { json in
                json.member("column", column.id.rawValue)
                json.member("title", column.title)
            } words: {
                let title = SafeText.line(column.title)
                return isPurge ? "Deleted: \(title)" : "Unsubscribed: \(title)"
            }
        }
        try await context.updateLinks(configuration)
        return .success
    }
}
