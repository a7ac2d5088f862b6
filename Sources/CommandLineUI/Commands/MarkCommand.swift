import ColumnModel
import ColumnServices
import TerminalText

/// `column mark`.
enum MarkCommand {
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "All episodes of this column.")

    static let description = CommandDescription(
        name: "mark", group: .library, summary: "Mark episodes as played or unplayed",
        examples: [
            .init("column mark played 12 13", "Marks two episodes as played"),
            .init("column mark played --column 2", "Marks a whole column as played"),
        ], next: ["column undo"],
        commands: [
            make("played", "Mark episodes as played", true),
            make("unplayed", "Mark episodes as not played", false),
        ])

    private static func make(_ name: String, _ summary: String, _ isPlayed: Bool)
        -> CommandDescription
    {
        CommandDescription(
            name: name, summary: summary,
            examples: [.init("column mark \(name) 12", "Marks episode 12")],
            operands: [OperandDescription("EPISODE", .episode, .any)], options: [column],
            action: { try await run($0, isPlayed: isPlayed) })
    }

    private static func run(_ context: CommandContext, isPlayed: Bool) async throws -> ExitCode {
        let library = try context.library()
        var ids: [EpisodeID] = []
        for text in context.arguments.operands("EPISODE") {
            ids.append(try await library.episode(named: text).id)
        }
        if let text = context.arguments.text(column) {
            let column = try await library.column(named: text)
            ids += try await library.episodes(.init(.episodes, column: column.id))
                .filter { $0.isPlayed != isPlayed }.map(\.id)
        } else if ids.isEmpty {
            throw UsageError.missingOperand(
                OperandDescription("EPISODE", .episode, .some), command: context.arguments.path)
        }
        try await library.mark(ids, played: isPlayed)
        context.console.note(
            "Marked as \(isPlayed ? "played" : "unplayed"): \(NumberText.count(ids.count, "episode"))."
        )
        return .success
    }
}
