import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import Localization
import TerminalText

/// `column list`.
enum ListCommand {
    private static let lists =
        ["columns"] + EpisodeRequest.List.allCases.map(\.rawValue) + ["bookmarks"]
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "Only episodes of this column.")
    private static let tag = OptionDescription.value(
        "tag", nil, "TAG", .text, "Only columns with this tag, as News or News/Daily.")
    private static let state = OptionDescription.value(
        "state", nil, "STATE,…", .choices(AudioState.allCases.map(\.rawValue)), isRepeatable: true,
        "Only with audio in these states.")
    private static let since = OptionDescription.value(
        "since", nil, "DAY|AGE", .moment, "Only published since a day, or within an age as 7d.")
    private static let limit = OptionDescription.value(
        "limit", "n", "N", .count(1...Int.max), "At most N rows.")
    private static let sort = OptionDescription.value(
        "sort", nil, "ORDER", .choice(EpisodeRequest.Order.allCases.map(\.rawValue)),
        "newest, oldest, title or duration.")

    /// How many rows a terminal gets where no number is given.
    private static let terminalLimit = 200

    static let description = CommandDescription(
        name: "list", group: .columns, summary: "List columns or episodes",
        examples: [
            .init("column list", "Lists the columns with their numbers"),
            .init("column list new", "Lists the episodes that are new"),
            .init("column list episodes --column 2 --limit 20", "Lists the newest of a column"),
        ],
        operands: [OperandDescription("LIST", .choice(lists), .optional)],
        options: [column, tag, state, since, limit, sort, .json],
        notes: [
            "LIST is one of \(Message.list(lists)); columns where none is named.",
            "A mark before a title: * new to play, + downloaded, ~ in part, ! failed, = played or read.",
        ], next: ["column show EPISODE", "column play EPISODE", "column download EPISODE"],
        action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let name = context.arguments.operand("LIST") ?? "columns"
        guard let list = EpisodeRequest.List(rawValue: name) else {
            if name == "bookmarks" {
                try await BookmarkCommand.list(context)
            } else {
                try await listColumns(context)
            }
            return .success
        }
        var request = EpisodeRequest(list)
        let (arguments, library) = (context.arguments, try context.library())
        if let text = arguments.text(column) {
            request.column = try await library.column(named: text).id
        }
        request.states = Set(arguments.texts(state).compactMap(AudioState.init(rawValue:)))
        if let text = arguments.text(since) {
            let now = Timestamp(secondsSince1970: Int64(time(nil)))
            request.since =
                UnitText.duration(text).map { now + (.zero - $0) }
                ?? DateText.moment(text, now: now)
        }
        let isLimited = !arguments.has(limit) && !context.isJSON && context.console.width != nil
        request.limit = arguments.count(limit) ?? (isLimited ? terminalLimit + 1 : nil)
        request.order = arguments.text(sort).flatMap(EpisodeRequest.Order.init(rawValue:))
        let episodes = try await library.episodes(request)
        if context.isJSON {
            try EpisodeOutput.printJSON(episodes, context)
        } else {
            let shown = isLimited ? Array(episodes.prefix(terminalLimit)) : episodes
            try await EpisodeOutput.printTable(shown, context, isHistory: list == .history)
            if shown.count < episodes.count {
                context.console.note("There are more; --limit N shows N.")
            }
            if episodes.isEmpty { context.console.note(emptyWords(list)) }
        }
        return .success
    }

    private static func listColumns(_ context: CommandContext) async throws {
        let tags = try await context.library().tags()
        let wanted = context.arguments.text(tag).map { ColumnTags($0) }
        let columns = try await context.library().columns().filter { column in
            wanted.map { tags[column.id]?.contains($0) ?? false } ?? true
        }
        let console = context.console
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.key("columns")
                json.array { json in
                    for column in columns { json.column(column, tags: tags[column.id]) }
                }
            }
            console.print(json.text)
            return
        }
        guard wanted == nil || !columns.isEmpty else {
            console.note("No column has this tag.")
            return
        }
        guard !columns.isEmpty else {
            console.note("There is no column yet. Subscribe to one: column add URL")
            return
        }
        // On a narrow terminal the titles need the room; `show` has all the rest.
        let isNarrow = (console.width ?? .max) < 60
        var table = console.table(
            [.init(title: "NO", isRight: true), .init(title: "UNPLAYED", isRight: true)]
                + (isNarrow
                    ? [] : [.init(title: "EPISODES", isRight: true), .init(title: "SYNCED")])
                + [.init(title: "TITLE", isFlexible: true)])
        for column in columns {
            table.add(
                ["\(column.id.rawValue)", "\(column.unplayedCount)"]
                    + (isNarrow
                        ? []
                        : [
                            "\(column.episodeCount)",
                            console.text(column.sync.succeeded.map(DateText.minute) ?? "never"),
                        ]) + [console.text(titleText(column))])
        }
        console.print(table)
    }

    /// What is wrong stands before the title, where no width cuts it off.
    private static func titleText(_ column: Column) -> Message {
        if column.sync.isStopped { return "[gone: stopped]  \(column.title)" }
        if let held = column.sync.heldCount { return "[held: \(held) changes]  \(column.title)" }
        if let failure = column.sync.failure {
            return "[\(failure.code.rawValue)]  \(column.title)"
        }
        return "\(column.title)"
    }

    private static func emptyWords(_ list: EpisodeRequest.List) -> Message {
        switch list {
        case .episodes: "No episodes. “column sync” fetches them."
        case .new: "Nothing new."
        case .queue: "The queue is empty. “column queue add EPISODE” fills it."
        case .downloads: "Nothing is downloaded. “column download EPISODE” does that."
        case .liked: "Nothing is liked. “column like EPISODE” does that."
        case .history: "Nothing was played yet."
        }
    }
}
