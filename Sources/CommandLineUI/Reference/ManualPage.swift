import ColumnServices
import Localization
import TerminalText

/// Manual pages as roff source, from the table of commands, in a language.
struct ManualPage {
    let language: Language

    init(_ language: Language = .english) { self.language = language }

    /// `column(1)`.
    func overview(_ commands: [CommandDescription]) -> String {
        var lines = head("COLUMN", 1, name: "column", summary: ReferenceText.summary)
        lines += [
            heading("SYNOPSIS"), ".B column", ".I COMMAND",
            "[\\fIOPTION\\fR ...] [\\fIARGUMENT\\fR ...]", heading("DESCRIPTION"),
        ]
        lines += paragraphs(ReferenceText.description)
        lines += [heading("COMMANDS"), escaped("Each has a page of its own, as column-sync(1).")]
        for group in CommandDescription.Group.allCases {
            lines += [".SS \(escaped(group.title))"]
            for command in commands where command.group == group {
                lines += [
                    ".TP", "\\fBcolumn \(escaped(command.name))\\fR",
                    escaped(.sentence(command.summary)),
                ]
            }
        }
        lines +=
            [heading("OPTIONS"), escaped("Every command takes these.")]
            + options(OptionDescription.common)
        lines += [heading("UTIL-LINUX")] + paragraphs(ReferenceText.handOver)
        for topic in HelpTopic.all { lines += section(topic) }
        lines += [heading("EXIT STATUS")]
        for (code, meaning) in ReferenceText.exitCodes {
            lines += [".TP", ".B \(code)", escaped(meaning)]
        }
        lines += [heading("ENVIRONMENT")]
        for (name, meaning) in ReferenceText.environment {
            lines += [".TP", ".B \(escaped(name))", escaped(meaning)]
        }
        lines += [heading("FILES")]
        for (path, meaning) in ReferenceText.files {
            lines += [".TP", ".I \(escaped(path))", escaped(meaning)]
        }
        lines += [
            heading("ERROR CODES"),
            escaped("The codes of errors in JSON, which never change their meaning."),
        ]
        for entry in ErrorCodeText.all {
            lines += [".TP", ".B \(escaped(entry.code))", escaped(entry.meaning)]
        }
        lines += [heading("SEE ALSO"), references(["config"], section: 5, isLast: false)]
        return finished(lines + [references(commands.map(\.name), section: 1, isLast: true)])
    }

    /// The page of one command, as `column-sync(1)`.
    func page(_ command: CommandDescription) -> String {
        let name = "column-\(command.name)"
        var lines = head(
            name.uppercased(), 1, name: name,
            summary: Message(verbatim: summary(of: command)))
        lines += [heading("SYNOPSIS")] + synopsis(command, path: "column \(command.name)")
        if let first = command.examples.first {
            lines += [heading("EXAMPLES")]
            lines += shown(first).dropFirst()
            for example in command.examples.dropFirst() { lines += shown(example) }
        }
        if !command.notes.isEmpty { lines += [heading("DESCRIPTION")] + paragraphs(command.notes) }
        if !command.commands.isEmpty {
            lines += [heading("COMMANDS")]
            for below in command.commands { lines += section(below, of: command) }
        }
        lines += [heading("OPTIONS")] + options(command.options)
        lines += [
            command.options.isEmpty ? "" : ".PP",
            escaped("The options of every command are in column(1)."),
        ].filter { !$0.isEmpty }
        let next = command.next.compactMap { $0.split(separator: " ").dropFirst().first }
            .map(String.init)
        var others: [String] = []
        for other in next where other != command.name && !others.contains(other) {
            others.append(other)
        }
        lines += [heading("SEE ALSO"), "column(1)" + (others.isEmpty ? "" : ",")]
        if !others.isEmpty { lines.append(references(others, section: 1, isLast: true)) }
        return finished(lines)
    }

    /// `column-config(5)`.
    var settings: String {
        var lines = head(
            "COLUMN-CONFIG", 5, name: "column-config", summary: "the settings of column",
            manual: "File Formats")
        lines += [heading("SYNOPSIS"), ".I $XDG_CONFIG_HOME/column/config", heading("DESCRIPTION")]
        lines += paragraphs(ReferenceText.settings)
        lines += [
            heading("EXAMPLES"), ".nf", "download.concurrency = 8", "play.speed = 1.5", ".fi",
        ]
        lines += [heading("SETTINGS")]
        for key in ConfigurationKey.all {
            let own: Message = key.isPerColumn ? " A column may have its own." : ""
            lines += [
                ".TP", "\\fB\(escaped(key.name))\\fR (\(escaped(Self.shownDefault(of: key))))",
                escaped(
                    "\(SettingText.summaries[key.name] ?? "") It takes \(key.kind.words).\(own)"),
            ]
        }
        lines += [heading("SEE ALSO"), "column(1),", "column\\-config(1)"]
        return finished(lines)
    }

    /// The default as pages show it: the version is left out, so that a new one changes no page.
    static func shownDefault(of key: ConfigurationKey) -> String {
        key.defaultText.replacing(programVersion, with: "VERSION")
    }
}

extension ManualPage {
    private func head(
        _ title: String, _ section: Int, name: String, summary: Message,
        manual: Message = "User Commands"
    ) -> [String] {
        [
            """
            .TH \(escaped(title)) \(section) \"\(programDate)\" \"column \(programVersion)\" \
            \"\(escaped(manual))\"
            """,
            // Pages are read in terminals: long addresses must not stretch the lines around them.
            ".ad l", ".nh", heading("NAME"), "\(escaped(name)) \\- \(escaped(summary))",
        ]
    }

    private func finished(_ lines: [String]) -> String {
        lines.joined(separator: "\n") + "\n"
    }

    private func heading(_ title: Message) -> String { ".SH \(escaped(title))" }

    /// The summary as NAME has it, without a capital letter at its beginning.
    private func summary(of command: CommandDescription) -> String {
        let text = command.summary.text(in: language)
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private func paragraphs(_ texts: [Message]) -> [String] {
        texts.enumerated().flatMap { index, text in
            (index == 0 ? [] : [".PP"]) + [escaped(text)]
        }
    }

    private func section(_ topic: HelpTopic) -> [String] {
        var lines = [".SH \(escaped(topic.name.uppercased()))"]
        for (index, paragraph) in topic.paragraphs.enumerated() {
            if index > 0 { lines.append(".PP") }
            lines +=
                HelpTopic.isSet(paragraph)
                ? [".RS", ".nf", escaped(paragraph), ".fi", ".RE"] : [escaped(paragraph)]
        }
        return lines
    }

    private func synopsis(_ command: CommandDescription, path: String) -> [String] {
        var lines: [String] = []
        if command.action != nil {
            let operands = command.operands.map { "\\fI\(escaped($0.usage))\\fR" }
            let options = command.options.isEmpty ? [] : ["[\\fIOPTION\\fR ...]"]
            lines.append((["\\fB\(escaped(path))\\fR"] + options + operands).joined(separator: " "))
        }
        for below in command.commands {
            if !lines.isEmpty { lines.append(".br") }
            let operands = below.operands.map { "\\fI\(escaped($0.usage))\\fR" }
            lines.append(
                (["\\fB\(escaped("\(path) \(below.name)"))\\fR"] + operands)
                    .joined(separator: " "))
        }
        return lines
    }

    private func section(_ below: CommandDescription, of command: CommandDescription)
        -> [String]
    {
        let path = "column \(command.name) \(below.name)"
        var lines = [".SS \(escaped(path))", escaped(.sentence(below.summary))]
        for note in below.notes { lines += [".PP", escaped(note)] }
        lines += options(below.options)
        for example in below.examples { lines += shown(example) }
        return lines
    }

    private func shown(_ example: CommandDescription.Example) -> [String] {
        [".PP", escaped("\(example.meaning):"), ".RS", ".nf", escaped(example.line), ".fi", ".RE"]
    }

    private func options(_ options: [OptionDescription]) -> [String] {
        options.flatMap { option in
            let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
            let value = option.value.map { " \\fI\(escaped($0.placeholder))\\fR" } ?? ""
            return [
                ".TP", "\(letter)\\fB\\-\\-\(escaped(option.name))\\fR\(value)",
                escaped(option.summary),
            ]
        }
    }

    private func references(_ names: [String], section: Int, isLast: Bool) -> String {
        names.map { "column\\-\(escaped($0))(\(section))" }.joined(separator: ",\n")
            + (isLast ? "" : ",")
    }

    private func escaped(_ message: Message) -> String {
        let text = message.text(in: language)
        guard language == .chinese else { return escaped(text) }
        // roff breaks lines at blanks only, unless it is told where else they may end.
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            LineWrapper.pieces(of: word).map { Self.characters($0) }.joined(separator: "\\:")
        }.joined(separator: " ")
    }

    @_disfavoredOverload private func escaped(_ text: String) -> String {
        let text = Self.characters(text)
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }

    private static func characters(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            // Every roff reads these, whatever it takes the source's encoding for.
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "~": "\\(ti"
            case "^": "\\(ha"
            case "“": "\\(lq"
            case "”": "\\(rq"
            case "’": "\\(cq"
            case "…": "..."
            case "\0"..."\u{7F}": String(scalar)
            default: "\\[u\(hexadecimal(scalar.value))]"
            }
        }.joined()
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
