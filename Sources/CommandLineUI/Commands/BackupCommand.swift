import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column backup`.
enum BackupCommand {
    static let description = CommandDescription(
        name: "backup", group: .library, summary: "Copy the library to a file while it is in use",
        examples: [.init("column backup ~/column.backup", "Copies all but the audio files")],
        operands: [OperandDescription("FILE", .file)], options: [.json],
        notes: [
            """
            Logins are not in it: they lie in a file of their own. Backups are made by themselves, \
            too: “column restore --list” shows them.
            """
        ], next: ["column restore FILE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let path = context.arguments.operand("FILE") ?? ""
        guard !FilePath.exists(path) else { throw CommandError.exists(path: path) }
        let (library, target) = (try context.library(), FilePath.absolute(path))
        try await context.interruption.cancelling { try await library.backUp(to: target) }
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.member("path", target)
            }
            context.console.print(json.text)
        } else {
            context.console.note("Wrote \(SafeText.line(path)).")
        }
        return .success
    }
}
