import Localization

/// `column completions`.
enum CompletionsCommand {
    static let description = CommandDescription(
        name: "completions", group: .program, summary: "Print completions for a shell",
        examples: [
            .init(
                "column completions bash > ~/.local/share/bash-completion/completions/column",
                "Installs them for bash"),
            .init(
                "column completions zsh > ~/.zfunc/_column", "For zsh, where ~/.zfunc is on fpath"),
            .init("column completions fish > ~/.config/fish/completions/column.fish", "For fish"),
        ],
        operands: [OperandDescription("SHELL", .choice(["bash", "zsh", "fish"]))],
        notes: [
            """
            They complete commands, options, settings, modes and outputs, and columns and episodes \
            of your library by number and by the beginning of the title.
            """
        ], next: ["column help"],
        action: { context in
            context.console.write(script(context.arguments.operand("SHELL") ?? "").utf8)
            return .success
        })

    static func script(_ shell: String) -> String {
        switch shell {
        case "zsh": CompletionScript.zsh
        case "fish": CompletionScript.fish
        default: CompletionScript.bash
        }
    }
}
