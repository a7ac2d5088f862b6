import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import Localization

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
            .init("column export --format json -o all.json", "Writes all but texts and audio"),
        ],
        options: [format, output],
        notes: [
            """
            OPML holds the subscriptions with their tags as folders. JSON holds columns with their \
            settings, episodes with what was done with them, queue and bookmarks; “column \
            import” reads either. No login is in them.
            """
        ], next: ["column backup FILE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let columns = try await context.library().columns()
        let text =
            context.arguments.text(format) == "json"
            ? try await json(columns, context)
            : SubscriptionList.document(columns, tags: try await context.library().tags())
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
        let configuration = try context.configuration()
        let media = try context.places().mediaDirectory(configuration)
        let episodes = try await library.episodes(EpisodeRequest(.episodes))
        let (queue, tags) = (try await library.queue(), try await library.tags())
        let bookmarks = try await library.bookmarks()
        var settings: [(column: ColumnID?, key: String, value: String)] = []
        for key in ConfigurationKey.all where configuration.isSet(key) {
            settings.append((nil, key.name, configuration.text(of: key)))
        }
        for column in columns {
            for (key, value) in try await library.settings(of: column.id).sorted(by: <) {
                settings.append((column.id, key, value))
            }
        }
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("kind", "column-export")
            json.member("program", programVersion)
            json.key("columns")
            json.array { json in
                for column in columns { json.column(column, tags: tags[column.id]) }
            }
            json.key("episodes")
            json.array { json in
                for episode in episodes { json.episode(episode, media: media) }
            }
            json.key("queue")
            json.array { json in
                for place in queue { json.number(place.episode.id.rawValue) }
            }
            json.key("bookmarks")
            json.array { json in
                for bookmark in bookmarks {
                    json.object { json in
                        json.member("episode", bookmark.episode.rawValue)
                        json.member("position", bookmark.position.inSeconds)
                        json.member("note", bookmark.note)
                        json.member("created", bookmark.created.secondsSince1970)
                    }
                }
            }
            json.key("settings")
            json.array { json in
                for setting in settings {
                    json.object { json in
                        json.member("column", setting.column?.rawValue)
                        json.member("key", setting.key)
                        // A proxy's address may hold a password.
                        json.member("value", AddressText.withoutPassword(setting.value))
                    }
                }
            }
        }
        return json.text + "\n"
    }
}
