import ColumnModel
import ColumnServices
import JSONKit
import Localization
import RemoteControl
import TerminalText

/// `column bookmark` and `column list bookmarks`.
enum BookmarkCommand {
    private static let note = OptionDescription.value(
        "note", nil, "TEXT", .text, "A note to it.")
    private static let remove = OptionDescription.value(
        "remove", nil, "NUMBER", .count(1...Int.max), "Take a bookmark away.")

    static let description = CommandDescription(
        name: "bookmark", group: .library, summary: "Keep a place in an episode",
        examples: [
            .init("column bookmark 12 17:05 --note quote", "Keeps a place with a note"),
            .init("column bookmark", "Keeps the place that is playing"),
            .init("column bookmark --remove 3", "Takes bookmark 3 away"),
        ],
        operands: [
            OperandDescription("EPISODE", .episode, .optional),
            OperandDescription("TIME", .time, .optional),
        ], options: [note, remove, .json],
        notes: ["Without TIME it is where you left the episode."],
        next: ["column list bookmarks", "column play EPISODE --from 17:05"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (library, arguments) = (try context.library(), context.arguments)
        if let number = arguments.count(remove) {
            guard try await library.removeBookmark(Int64(number)) else {
                throw CommandError.noBookmark(number)
            }
            ChangeOutput.print("bookmark-removed", context) { json in
                json.member("id", number)
            } words: {
                "Taken away: bookmark \(number)."
            }
            return .success
        }
        var (episode, place) = try await playing(context)
        if let text = arguments.operand("EPISODE") {
            let named = try await library.episode(named: text)
            if named.id != episode?.id { place = named.position }
            episode = named
        }
        guard let episode else { throw CommandError.nothingToGoOnWith }
        let position = arguments.operand("TIME").flatMap { ValueKind.time($0) } ?? place
        let number = try await library.addBookmark(
            at: position, in: episode.id, note: arguments.text(note))
        ChangeOutput.print("bookmarked", context) { json in
            json.member("id", number)
            json.member("episode", episode.id.rawValue)
            json.member("position", position.inSeconds)
            json.member("note", arguments.text(note))
        } words: {
            "Bookmark \(number): \(SafeText.line(episode.title)), \(NumberText.duration(position))"
        }
        return .success
    }

    /// What the running player plays, and where.
    private static func playing(_ context: CommandContext) async throws -> (Episode?, Duration) {
        let directory = try context.places().runtimeDirectory
        do {
            let snapshot = try await PlayerClient(directory: directory).status()
            guard let id = snapshot.track?.episode else { return (nil, .zero) }
            return (try await context.library().episode(id), snapshot.position)
        } catch let error as ControlSocketError {
            // What the mute one plays is what was meant; another place would be wrong.
            if case .notAnswering = error { throw error }
            return (nil, .zero)
        }
    }

    /// Prints all bookmarks.
    static func list(_ context: CommandContext) async throws {
        let library = try context.library()
        let bookmarks = try await library.bookmarks()
        let found = try await library.episodes(Array(Set(bookmarks.map(\.episode))))
        let titles = Dictionary(found.map { ($0.id, $0.title) }) { first, _ in first }
        let columns = Dictionary(found.map { ($0.id, $0.column) }) { first, _ in first }
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.key("bookmarks")
                json.array { json in
                    for bookmark in bookmarks {
                        json.object { json in
                            json.member("id", bookmark.id)
                            json.member("episode", bookmark.episode.rawValue)
                            json.member("column", columns[bookmark.episode]?.rawValue)
                            json.member("title", titles[bookmark.episode])
                            json.member("position", bookmark.position.inSeconds)
                            json.member("note", bookmark.note)
                            json.member("created", bookmark.created.secondsSince1970)
                        }
                    }
                }
            }
            context.console.print(json.text)
            return
        }
        guard !bookmarks.isEmpty else {
            return context.console.note(
                "There is no bookmark. “column bookmark EPISODE” makes one.")
        }
        var table = context.console.table([
            .init(title: "NO", isRight: true), .init(title: "EPISODE", isRight: true),
            .init(title: "PLACE", isRight: true), .init(title: "MADE"),
            .init(title: "TITLE", isFlexible: true),
            .init(title: "NOTE", isFlexible: true),
        ])
        for bookmark in bookmarks {
            table.add([
                "\(bookmark.id)", "\(bookmark.episode.rawValue)",
                NumberText.duration(bookmark.position),
                context.console.text(DateText.day(bookmark.created)),
                titles[bookmark.episode] ?? "",
                bookmark.note ?? "",
            ])
        }
        context.console.print(table)
    }
}
