/// `column completions`.
enum CompletionsCommand {
    static let description = CommandDescription(
        name: "completions", group: .program, summary: "Print completions for a shell",
        examples: [
            .init(
                "column completions bash > ~/.local/share/bash-completion/completions/column",
                "Installs them for bash"),
            .init("column completions fish > ~/.config/fish/completions/column.fish", "For fish"),
        ],
        operands: [OperandDescription("SHELL", .choice(["bash", "zsh", "fish"]))],
        action: { context in
            let text =
                switch context.arguments.operand("SHELL") {
                case "zsh": CompletionScript.zsh(CommandTable.all)
                case "fish": CompletionScript.fish(CommandTable.all)
                default: CompletionScript.bash(CommandTable.all)
                }
            context.console.write(text.utf8)
            return .success
        })
}
