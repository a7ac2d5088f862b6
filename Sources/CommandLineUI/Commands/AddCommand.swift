import ColumnModel
import ColumnServices
import JSONKit
import TerminalText

/// `column add`.
enum AddCommand {
    private static let user = OptionDescription.value(
        "user", "u", "NAME", .text, "The user name for a feed with a login.")
    private static let passwordFromInput = OptionDescription.flag(
        "password-stdin", nil, "Read the password from standard input.")

    static let description = CommandDescription(
        name: "add", group: .columns, summary: "Subscribe to columns",
        examples: [.init("column add https://example.org/feed.xml", "Subscribes to a feed")],
        operands: [OperandDescription("URL", .source, .some)],
        options: [user, passwordFromInput, .json],
        next: ["column sync", "column list"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        var rows: [(Column, Bool)] = []
        for text in context.arguments.operands("URL") {
            guard let address = FeedAddress(text) else { throw CommandError.noAddress(text) }
            let (id, isNew) = try await library.subscribe(to: address.url)
            if let login = address.login {
                try CredentialStore(path: context.places().credentialsFile)
                    .set(login, forFeed: address.url)
            }
            if let column = try await library.column(id) { rows.append((column, isNew)) }
        }
        for (column, isNew) in rows {
            if context.isJSON {
                var json = JSONWriter()
                json.object { json in
                    json.member("version", 1)
                    json.member("event", "column")
                    json.member("new", isNew)
                    json.members(of: column)
                }
                context.console.print(json.text)
            } else {
                context.console.note(
                    (isNew ? "Subscribed: " : "Already there: ")
                        + "\(column.id.rawValue)  \(SafeText.line(column.title))")
            }
        }
        return .success
    }
}
