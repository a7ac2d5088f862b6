import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText
import TerminalUI

/// `column queue history`.
enum QueueHistoryOutput {
    @Sendable static func print(_ context: CommandContext) async throws -> ExitCode {
        let history = try await context.library().queueHistory()
        let console = context.console
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.key("history")
                json.array { json in
                    for (index, removal) in history.enumerated() {
                        json.object { json in
                            json.member("number", index + 1)
                            json.member("at", removal.at.secondsSince1970)
                            json.member("cause", removal.cause)
                            json.key("episodes")
                            json.array { json in
                                for episode in removal.episodes { json.number(episode.id.rawValue) }
                            }
                        }
                    }
                }
            }
            console.print(json.text)
            return .success
        }
        guard !history.isEmpty else {
            console.note("Nothing was taken out of the queue.")
            return .success
        }
        var table = console.table([
            .init(title: "NO", isRight: true), .init(title: "WHEN"), .init(title: "HOW"),
            .init(title: "EPISODES", isFlexible: true),
        ])
        for (index, removal) in history.enumerated() {
            table.add([
                "\(index + 1)", console.text(DateText.minute(removal.at)),
                console.text(JournalWords.words(removal.cause)),
                removal.episodes.map { "\($0.id.rawValue) \(SafeText.line($0.title))" }
                    .joined(separator: "; "),
            ])
        }
        console.print(table)
        return .success
    }
}
