import ColumnServices
import Localization

/// `column help` and `column version`.
enum HelpCommand {
    private static let manual = OptionDescription.flag(
        "manual", nil, "Print the manual page’s source (roff).")

    static let help = CommandDescription(
        name: "help", group: .program, summary: "Show help on a command",
        examples: [
            .init("column help download", "Says how download works"),
            .init("column help hooks", "Says how your own programs are told of events"),
        ],
        operands: [OperandDescription("COMMAND", .text, .any)], options: [manual],
        notes: ["“man column” and “man column-download” say the same, where they are installed."],
        next: ["column add URL"], action: run)

    static let version = CommandDescription(
        name: "version", group: .program, summary: "Print the version",
        examples: [.init("column version", "Prints the version")], next: ["column help"],
        action: { context in
            context.console.print("column \(programVersion)")
            return .success
        })

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let path = context.arguments.operands("COMMAND")
        if context.arguments.has(manual) {
            let manual = ManualPage(context.console.style.language)
            let page: String
            if let name = path.first {
                let parsed = try ArgumentParser(commands: CommandTable.all).parse([name, "--help"])
                page = manual.page(parsed.command)
            } else {
                page = manual.overview(ReferencePages.commands)
            }
            context.console.write(page.utf8)
            return .success
        }
        if path.isEmpty {
            context.console.print(
                HelpText.overview(
                    CommandTable.all, width: HelpText.width(for: context.console.width),
                    in: context.console.style.language))
        } else if path.count == 1, let topic = HelpTopic.all.first(where: { $0.name == path[0] }) {
            context.console.print(topic.text(in: context.console.style.language))
        } else {
            let parsed = try ArgumentParser(commands: CommandTable.all).parse(path + ["--help"])
            context.console.print(
                HelpText(
                    parsed.command, path: parsed.path,
                    width: HelpText.width(for: context.console.width),
                    in: context.console.style.language
                ).text)
        }
        return .success
    }
}
