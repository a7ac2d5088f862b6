import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit

/// `column export`.
enum ExportCommand {
    private static let format = OptionDescription.value(
        "format", nil, "FORMAT", .choice(["opml", "json"]), "opml (subscriptions) or json (all).")
    private static let output = OptionDescription.value(
        "output", "o", "FILE", .file, "Write to a new file, not to standard output.")

    static let description = CommandDescription(
        name: "export", group: .library, summary: "Write subscriptions or the whole library out",
        examples: [
            .init("column export > columns.opml", "Writes the subscriptions for other programs"),
            .init("column export --format json", "Writes columns, episodes and places"),
        ],
        options: [format, output], next: ["column backup FILE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let columns = try await context.library().columns()
        let text =
            context.arguments.text(format) == "json"
            ? try await json(columns, context) : SubscriptionList.document(columns)
        guard let path = context.arguments.text(output), path != "-" else {
            context.console.write(text.utf8)
            return .success
        }
        guard !FilePath.exists(path) else { throw CommandError.exists(path: path) }
        try PrivateFile.write(text.utf8, to: FilePath.absolute(path))
        context.console.note("Wrote \(path).")
        return .success
    }

    private static func json(_ columns: [Column], _ context: CommandContext)
        async throws -> String
    {
        let library = try context.library()
        let media = try context.places().mediaDirectory(context.configuration())
        let episodes = try await library.episodes(EpisodeRequest(.episodes))
        let queue = try await library.queue()
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.key("columns")
            json.array { json in for column in columns { json.column(column) } }
            json.key("episodes")
            json.array { json in
                for episode in episodes { json.episode(episode, media: media) }
            }
            json.key("queue")
            json.array { json in
                for place in queue { json.number(place.episode.id.rawValue) }
            }
        }
        return json.text + "\n"
    }
}
