import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column mark`.
enum MarkCommand {
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "All episodes of this column.")

    private enum Mark: String, CaseIterable {
        case played, unplayed, read, unread

        var summary: Message {
            switch self {
            case .played: "Mark episodes as played"
            case .unplayed: "Mark episodes as not played"
            case .read: "Mark articles as read"
            case .unread: "Mark articles as not read"
            }
        }

        /// What it says of an episode.
        var words: Message {
            switch self {
            case .played: "played"
            case .unplayed: "unplayed"
            case .read: "read"
            case .unread: "unread"
            }
        }

        func isSet(on episode: Episode) -> Bool {
            switch self {
            case .played: episode.isPlayed
            case .unplayed: !episode.isPlayed
            case .read: episode.isRead
            case .unread: !episode.isRead
            }
        }
    }

    static let description = CommandDescription(
        name: "mark", group: .library, summary: "Mark episodes as played or read, or not",
        examples: [
            .init("column mark played 12 13", "Marks two episodes as played"),
            .init("column mark played --column 2", "Marks a whole column as played"),
            .init("column mark read 12", "Marks the article of episode 12 as read"),
        ], next: ["column undo"], commands: Mark.allCases.map(make))

    private static func make(_ mark: Mark) -> CommandDescription {
        CommandDescription(
            name: mark.rawValue, summary: mark.summary,
            examples: [.init("column mark \(mark.rawValue) 12", "Marks episode 12")],
            operands: [OperandDescription("EPISODE", .episode, .any)], options: [column, .json],
            action: { try await run($0, mark) })
    }

    private static func run(_ context: CommandContext, _ mark: Mark) async throws -> ExitCode {
        let library = try context.library()
        var episodes: [Episode] = []
        for text in context.arguments.operands("EPISODE") {
            episodes.append(try await library.episode(named: text))
        }
        if let text = context.arguments.text(column) {
            let column = try await library.column(named: text)
            episodes += try await library.episodes(.init(.episodes, column: column.id))
                .filter { !mark.isSet(on: $0) }
        } else if episodes.isEmpty {
            throw UsageError.missingOperand(
                OperandDescription("EPISODE", .episode, .some), command: context.arguments.path)
        }
        let ids = episodes.map(\.id)
        switch mark {
        case .played, .unplayed: try await library.mark(ids, played: mark == .played)
        case .read, .unread: try await library.mark(ids, read: mark == .read)
        }
        ChangeOutput.print("marked", context) { json in
            json.member("mark", mark.rawValue)
            json.ids("episodes", ids)
        } words: {
            "Marked as \(mark.words): \(count: ids.count, "episode")."
        }
        return .success
    }
}
