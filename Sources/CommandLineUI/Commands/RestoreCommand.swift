import ColumnServices
import TerminalText

/// `column restore`.
enum RestoreCommand {
    private static let yes = OptionDescription.flag("yes", "y", "Do not ask.")

    static let description = CommandDescription(
        name: "restore", group: .library, summary: "Put a backup in place of the library",
        examples: [.init("column restore ~/column.backup", "Brings a backup back")],
        operands: [OperandDescription("FILE", .file)], options: [yes],
        notes: ["The library as it was is kept, and its place is printed."],
        next: ["column list"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let path = context.arguments.operand("FILE") ?? ""
        let console = context.console
        if !context.arguments.has(yes) {
            guard console.style.isInputTerminal else {
                throw UsageError.needsAnswer(option: "--yes", command: context.arguments.path)
            }
            guard Question.ask("Put \(SafeText.line(path)) in place of the library?", on: console)
            else {
                console.note("Nothing was changed.")
                return .success
            }
        }
        let places = try context.places()
        let kept = try await context.interruption.cancelling {
            try await LibraryService.restore(from: FilePath.absolute(path), places: places)
        }
        console.note("Restored." + (kept.map { " The library as it was: \($0)" } ?? ""))
        return .success
    }
}
