import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText
import TerminalUI

/// `column why`.
enum WhyCommand {
    private static let column = OptionDescription.flag(
        "column", "c", "Take a bare number as a column's.")

    static let description = CommandDescription(
        name: "why", group: .upkeep, summary: "Show what was changed of a thing, and why",
        examples: [.init("column why 12", "Shows the history of episode 12")],
        operands: [OperandDescription("EPISODE|COLUMN", .subject, .words)],
        options: [column, .json], next: ["column undo"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let text = context.arguments.operand("EPISODE|COLUMN") ?? ""
        let subject =
            context.arguments.has(column)
            ? Candidate.column(try await library.column(named: text))
            : try await library.subject(named: text)
        let entries =
            switch subject {
            case .episode(let episode): try await library.history(of: episode.id)
            case .column(let column): try await library.history(of: column.id)
            }
        let console = context.console
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.member("title", subject.title)
                json.key("changes")
                json.array { json in
                    for entry in entries {
                        json.object { json in
                            json.member("at", entry.at.secondsSince1970)
                            json.member("actor", entry.actor)
                            json.member("change", entry.change)
                            json.member("cause", entry.cause)
                            json.member("before", entry.before)
                            json.member("after", entry.after)
                        }
                    }
                }
            }
            console.print(json.text)
            return .success
        }
        console.print(console.bold(SafeText.line(subject.title)))
        for entry in entries {
            var line = console.text(DateText.minute(entry.at))
            let (actor, change) = (
                JournalWords.words(entry.actor), JournalWords.words(entry.change)
            )
            line += "  " + console.text("\(actor): \(change)")
            line += console.text(" (\(JournalWords.words(entry.cause)))")
            if let before = entry.before, let after = entry.after {
                line += ": \(before) → \(after)"
            }
            console.print(SafeText.line(line))
        }
        if entries.isEmpty { console.note("Nothing is recorded.") }
        return .success
    }
}
