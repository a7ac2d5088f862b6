import ColumnModel
import ColumnServices
import TerminalText

/// `column debug`: for bug reports and for the program itself; the overview leaves it out.
enum DebugCommand {
    static let description = CommandDescription(
        name: "debug", summary: "Tools for bug reports",
        commands: [
            CommandDescription(
                name: "complete", summary: "List columns or episodes for shell completions",
                operands: [OperandDescription("KIND", .choice(["columns", "episodes"]))],
                action: complete),
            FeedRowsCommand.description,
        ])

    @Sendable private static func complete(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        if context.arguments.operand("KIND") == "columns" {
            for column in try await library.columns() {
                context.console.print(
                    "\(column.id.rawValue)\t\(SafeText.line(column.title))")
            }
        } else {
            var request = EpisodeRequest(.episodes)
            request.limit = 200
            for episode in try await library.episodes(request) {
                context.console.print(
                    "\(episode.id.rawValue)\t\(SafeText.line(episode.title))")
            }
        }
        return .success
    }
}
