import ColumnServices

/// The manual page `column(1)` as roff source, from the table of commands.
enum ManualPage {
    static func text(_ commands: [CommandDescription]) -> String {
        var lines = [
            ".TH COLUMN 1 \"\" \"column \(programVersion)\" \"User Commands\"", ".SH NAME",
            "column \\- columns and podcasts for the terminal: sync, download, read, play, offline",
            ".SH SYNOPSIS", ".B column", ".I COMMAND",
            "[\\fIOPTION\\fR ...] [\\fIARGUMENT\\fR ...]",
            ".SH DESCRIPTION",
            escaped(
                "A column is a series of episodes; an episode has an article and usually audio."
                    + " All works without a network, from what was synced and downloaded."),
            ".PP",
            escaped(
                "A call without arguments whose input is no terminal, with an option first, or"
                    + " with a file first is handed to the next column on PATH, which is"
                    + " util-linux's: “… | column -t” works as ever."),
            ".SH COMMANDS",
        ]
        for command in commands where command.group != nil {
            lines += section(command, path: [command.name])
        }
        lines += [".SH COMMON OPTIONS"] + options(OptionDescription.common)
        lines += [".SH SETTINGS", "Settings are changed with \\fBcolumn config set\\fR."]
        for key in ConfigurationKey.all {
            lines += [
                ".TP", "\\fB\(escaped(key.name))\\fR (\(escaped(key.defaultText)))",
                escaped(SettingText.summaries[key.name] ?? "")
                    + escaped(" It takes \(key.kind.words)."),
            ]
        }
        for topic in HelpTopic.all { lines += section(topic) }
        lines += [".SH EXIT STATUS"]
        for (code, meaning) in exitCodes { lines += [".TP", ".B \(code)", escaped(meaning)] }
        lines += [".SH FILES"]
        for (path, meaning) in files { lines += [".TP", ".I \(escaped(path))", escaped(meaning)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ command: CommandDescription, path: [String]) -> [String] {
        let name = (["column"] + path).joined(separator: " ")
        var lines: [String] = []
        if command.action != nil {
            let operands = command.operands.map { "\\fI\(escaped($0.usage))\\fR" }
            lines += [
                ".SS \(escaped(name))",
                (["\\fB\(escaped(name))\\fR"] + operands).joined(separator: " "),
                ".PP", escaped(command.summary + "."),
            ]
            lines += options(command.options)
            for note in command.notes { lines += [".PP", escaped(note)] }
            for example in command.examples {
                lines += [
                    ".PP", escaped(example.meaning + ":"), ".RS", ".nf", escaped(example.line),
                    ".fi", ".RE",
                ]
            }
        }
        for below in command.commands { lines += section(below, path: path + [below.name]) }
        return lines
    }

    private static func section(_ topic: HelpTopic) -> [String] {
        var lines = [".SH \(topic.name.uppercased())"]
        for paragraph in topic.paragraphs {
            lines +=
                paragraph.hasPrefix(" ")
                ? [".RS", ".nf", escaped(paragraph), ".fi", ".RE"] : [".PP", escaped(paragraph)]
        }
        return lines
    }

    private static func options(_ options: [OptionDescription]) -> [String] {
        options.flatMap { option in
            let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let value = option.value.map { " \\fI\(escaped($0.placeholder))\\fR" } ?? ""
            return [
                ".TP", "\(letter)\\fB\\-\\-\(escaped(option.name))\\fR\(value)",
                escaped(option.summary),
            ]
        }
    }

    private static let exitCodes: [(Int32, String)] = [
        (0, "All well."), (1, "A fault of the program."), (2, "The command line is wrong."),
        (3, "Some items failed; they are named."), (4, "Nothing could be reached."),
        (5, "Nothing, or more than one thing, is called so."), (6, "The disk is full."),
        (7, "A login is needed."), (75, "Another run holds a lock; try again."),
        (130, "Ended by SIGINT; all that was fetched is kept."),
        (143, "Ended by SIGTERM; all that was fetched is kept."),
    ]

    private static let files: [(String, String)] = [
        ("$XDG_CONFIG_HOME/column/config", "The settings."),
        ("$XDG_CONFIG_HOME/column/hooks/", "Your own programs, told of events; see HOOKS."),
        ("$XDG_DATA_HOME/column/library.sqlite", "The library."),
        ("$XDG_DATA_HOME/column/media/", "The audio files."),
        ("$XDG_DATA_HOME/column/images/", "The images of articles."),
        ("$XDG_DATA_HOME/column/credentials", "The logins."),
        ("$COLUMN_HOME", "Where set, all of these lie below this folder."),
    ]

    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
