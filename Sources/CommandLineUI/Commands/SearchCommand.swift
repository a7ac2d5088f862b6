import ColumnModel
import ColumnServices

/// `column search`.
enum SearchCommand {
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "Only in this column.")
    private static let limit = OptionDescription.value(
        "limit", "n", "N", .count(1...10_000), "At most N episodes; 20 where not given.")

    static let description = CommandDescription(
        name: "search", group: .listening, summary: "Find words in titles, notes and articles",
        examples: [.init("column search winter garden", "Finds episodes with both words")],
        operands: [OperandDescription("TEXT", .text, .words)], options: [column, limit, .json],
        next: ["column show EPISODE", "column read EPISODE", "column play EPISODE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let text = context.arguments.operand("TEXT") ?? ""
        var only: ColumnID?
        if let name = context.arguments.text(column) {
            only = try await library.column(named: name).id
        }
        let found = try await library.search(
            text, in: only, limit: context.arguments.count(limit) ?? 20)
        if context.isJSON {
            try EpisodeOutput.printJSON(found, context)
        } else {
            try await EpisodeOutput.printTable(found, context)
            if found.isEmpty { context.console.note("Nothing was found.") }
        }
        return .success
    }
}
