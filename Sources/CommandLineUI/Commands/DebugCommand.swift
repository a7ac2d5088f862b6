import ColumnServices
import Localization

/// `column debug`: for bug reports and for the program itself; the overview leaves it out.
enum DebugCommand {
    static let description = CommandDescription(
        name: "debug", summary: "Tools for bug reports",
        commands: [
            CommandDescription(
                name: "complete", summary: "Print what may come next on a command line",
                operands: [OperandDescription("WORD", .text, .any)], action: complete),
            CommandDescription(
                name: "reference",
                summary: "Write the reference: manual pages, completions, or Markdown",
                operands: [
                    OperandDescription("KIND", .choice(["install", "markdown"])),
                    OperandDescription("FOLDER", .file),
                ],
                action: reference),
            FeedRowsCommand.description,
            PictureCommand.description,
        ])

    @Sendable private static func complete(_ context: CommandContext) async throws -> ExitCode {
        // A library is not made for this, and one that cannot be read has no candidates.
        let isThere = (try? context.places().libraryFile).map(FilePath.exists) ?? false
        let completer = Completer(
            commands: CommandTable.all, library: isThere ? try? context.library() : nil)
        let words = context.arguments.operands("WORD")
        for line in await completer.completion(of: words.isEmpty ? [""] : words).lines(
            in: context.console.style.language)
        {
            context.console.print(line)
        }
        return .success
    }

    @Sendable private static func reference(_ context: CommandContext) async throws -> ExitCode {
        let folder = FilePath.absolute(context.arguments.operand("FOLDER") ?? "")
        let pages =
            context.arguments.operand("KIND") == "markdown"
            ? ReferencePages.markdown : ReferencePages.installed
        for page in pages { try PrivateFile.write(page.text.utf8, to: "\(folder)/\(page.path)") }
        return .success
    }
}
