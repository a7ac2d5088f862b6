import ColumnModel
import ColumnServices
import Localization
import TerminalText

/// `column like` and `column unlike`.
enum LikeCommand {
    static let like = CommandDescription(
        name: "like", group: .library, summary: "Like episodes; they are never cleaned away",
        examples: [.init("column like 12", "Likes episode 12")],
        operands: [OperandDescription("EPISODE", .episode, .some)], options: [.json],
        next: ["column list liked"], action: { try await run($0, isLiked: true) })

    static let unlike = CommandDescription(
        name: "unlike", group: .library, summary: "Take a like back",
        examples: [.init("column unlike 12", "Episode 12 is no longer liked")],
        operands: [OperandDescription("EPISODE", .episode, .some)], options: [.json],
        next: ["column list liked"], action: { try await run($0, isLiked: false) })

    private static func run(_ context: CommandContext, isLiked: Bool) async throws -> ExitCode {
        let library = try context.library()
        var episodes: [Episode] = []
        for text in context.arguments.operands("EPISODE") {
            episodes.append(try await library.episode(named: text))
        }
        try await library.like(episodes.map(\.id), isLiked)
        ChangeOutput.print(isLiked ? "liked" : "unliked", context) { json in
            json.ids("episodes", episodes.map(\.id))
        } words: {
            .list(
                episodes.map { episode in
                    let title = SafeText.line(episode.title)
                    return isLiked ? "Liked: \(title)" : "No longer liked: \(title)"
                }, .lines)
        }
        return .success
    }
}
