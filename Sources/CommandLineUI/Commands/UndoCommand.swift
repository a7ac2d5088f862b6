import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText
import TerminalUI

/// `column undo`.
enum UndoCommand {
    static let description = CommandDescription(
        name: "undo", group: .upkeep, summary: "Take the last change back",
        examples: [.init("column undo", "Takes back a mark, a like, a removal, a sync")],
        options: [.json],
        notes: ["What was played, liked, queued or downloaded since then stays."],
        next: ["column why EPISODE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        guard let change = try await context.library().undo() else {
            ChangeOutput.print("undone", context) { json in
                json.member("undone", false)
            } words: {
                "There is nothing to take back."
            }
            return .success
        }
        let counts = change.counts.sorted { $0.key < $1.key }.map { count -> Message in
            "\(JournalWords.words(count.key)) \(count.value)"
        }
        guard change.isTakenBack else {
            let what: Message = counts.isEmpty ? "" : " (\(Message.list(counts, .items)))"
            FailureReport(
                "not-undoable", .notFound,
                """
                The last change, \(JournalWords.words(change.cause)) of \(DateText.minute(change.at))\(what), \
                cannot be taken back; nothing was changed.
                """,
                hints: ["“column clean --restore EPISODE” takes a file out of the trash."]
            ).write(to: context.console, asJSON: context.isJSON)
            return .notFound
        }
        ChangeOutput.print("undone", context) { json in
            json.member("undone", true)
            json.member("cause", change.cause)
            json.member("at", change.at.secondsSince1970)
            json.key("counts")
            json.object { json in
                for (name, count) in change.counts.sorted(by: { $0.key < $1.key }) {
                    json.member(name, count)
                }
            }
        } words: {
            let what: Message = counts.isEmpty ? "" : " (\(Message.list(counts, .items)))"
            return """
                Taken back: \(JournalWords.words(change.cause)) of \(DateText.minute(change.at))\(what).
                """
        }
        return .success
    }
}
