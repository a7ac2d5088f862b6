import ColumnModel
import ColumnServices
import Localization

/// The reference under `docs/reference`, from the table of commands.
enum MarkdownPage {
    private static let note =
        "<!-- Made by “make docs” from the table of commands; “make check” compares them. -->"

    /// The list of all pages.
    static func index(_ commands: [CommandDescription]) -> String {
        var lines = ["# Reference", "", note, ""]
        lines += ReferenceText.description.flatMap { [$0.english, ""] }
        for group in CommandDescription.Group.allCases {
            lines += ["## \(group.title.english)", "", "| command | does |", "|---|---|"]
            for command in commands where command.group == group {
                lines.append(
                    "| [`column \(command.name)`](column-\(command.name).md) | \(cell(command.summary)) |"
                )
            }
            lines.append("")
        }
        lines += [
            "Further: [settings](settings.md), [exit and error codes](codes.md),"
                + " [JSON](json.md).", "", "## Options of every command", "",
        ]
        lines += options(OptionDescription.common) + ["", "## Two programs called column", ""]
        lines += ReferenceText.handOver.flatMap { [$0.english, ""] }
        lines += ["## Environment", "", "| variable | meaning |", "|---|---|"]
        lines += ReferenceText.environment.map { "| `\($0.0)` | \(cell($0.1)) |" }
        lines += ["", "## Files", "", "| file | holds |", "|---|---|"]
        lines += ReferenceText.files.map { "| `\($0.0)` | \(cell($0.1)) |" }
        return finished(lines)
    }

    /// The page of one command.
    static func page(_ command: CommandDescription) -> String {
        let path = "column \(command.name)"
        var lines = ["# \(path)", "", note, "", Message.sentence(command.summary).english, ""]
        lines += examples(command)
        lines += ["    " + HelpText.usages(command, name: path).joined(separator: "\n    "), ""]
        lines += command.notes.flatMap { [$0.english, ""] }
        if !command.options.isEmpty {
            lines += ["## Options", ""] + options(command.options) + [""]
        }
        for below in command.commands {
            lines += ["## \(path) \(below.name)", "", Message.sentence(below.summary).english, ""]
            lines += examples(below) + below.notes.flatMap { [$0.english, ""] }
            if !below.options.isEmpty { lines += options(below.options) + [""] }
        }
        if !command.next.isEmpty {
            lines += ["Next: " + command.next.map { "`\($0)`" }.joined(separator: ", ") + "."]
        }
        return finished(lines)
    }

    /// All settings.
    static var settings: String {
        var lines =
            ["# Settings", "", note, ""] + ReferenceText.settings.flatMap { [$0.english, ""] }
        lines += ["| setting | default | a column’s own | meaning |", "|---|---|---|---|"]
        for key in ConfigurationKey.all {
            let meaning: Message =
                "\(SettingText.summaries[key.name] ?? "") It takes \(key.kind.words)."
            lines.append(
                "| `\(key.name)` | \(cell(ManualPage.shownDefault(of: key))) |"
                    + " \(key.isPerColumn ? "yes" : "") | \(cell(meaning)) |")
        }
        return finished(lines)
    }

    /// Exit codes, and the codes of errors in JSON.
    static var codes: String {
        var lines = [
            "# Codes", "", note, "", "## Exit codes", "", "| code | meaning |", "|---|---|",
        ]
        lines += ReferenceText.exitCodes.map { "| \($0.0) | \(cell($0.1)) |" }
        lines += [
            "", "## Error codes", "",
            "`code` of an error in JSON. A code never changes its meaning; those that feeds and files"
                + " can have are kept in the library, too.", "", "| code | kept | meaning |",
            "|---|---|---|",
        ]
        let kept = Set(FailureCode.allCases.map(\.rawValue))
        lines += ErrorCodeText.all.map { entry in
            "| `\(entry.code)` | \(kept.contains(entry.code) ? "yes" : "") | \(cell(entry.meaning)) |"
        }
        return finished(lines)
    }

    /// The objects of `--json`.
    static var json: String {
        var lines = ["# JSON", "", note, ""] + JSONText.rules.flatMap { [$0, ""] }
        for object in JSONText.objects {
            lines += ["## \(object.title)", "", object.summary, "", "| member | is |", "|---|---|"]
            lines += object.members.map { "| `\($0.name)` | \(cell($0.meaning)) |" } + [""]
        }
        return finished(lines)
    }

    private static func examples(_ command: CommandDescription) -> [String] {
        command.examples.flatMap {
            ["    $ \($0.line)", "", Message.sentence($0.meaning).english, ""]
        }
    }

    private static func options(_ options: [OptionDescription]) -> [String] {
        ["| option | does |", "|---|---|"]
            + options.map { option in
                let letter = option.letter.map { "`-\($0)`, " } ?? ""
                return
                    "| \(letter)`\(option.usage.replacing("|", with: "\\|"))` | \(cell(option.summary)) |"
            }
    }

    private static func cell(_ message: Message) -> String { cell(message.english) }

    @_disfavoredOverload private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|")
    }

    private static func finished(_ lines: [String]) -> String {
        var lines = lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }
}
