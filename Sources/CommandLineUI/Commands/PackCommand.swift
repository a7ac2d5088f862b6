import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column pack`.
enum PackCommand {
    private static let hours = OptionDescription.value(
        "hours", nil, "N", .count(1...10_000), "How many hours there are to listen.")
    private static let maximum = OptionDescription.value(
        "max", nil, "SIZE", .size, "No more than this, as 2GiB, what is there included.")
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, isRepeatable: true, "Only of this column.")

    static let description = CommandDescription(
        name: "pack", group: .listening, summary: "Fetch enough to hear for a journey",
        examples: [
            .init("column pack --hours 6", "Six hours for the way"),
            .init("column pack --hours 6 --max 2GiB", "The same in at most 2 GiB"),
            .init("column pack --hours 3 --column 2 --column 5", "Of two columns only"),
        ],
        options: [hours, maximum, column, .json],
        notes: [
            """
            It takes the queue first, then unplayed episodes, of each column in turn: the newest \
            first, or the next ones where download.window is set. Hours count at each \
            column’s play.speed. What is there already is read and compared, and fetched \
            again where it is damaged.
            """,
            "A size that the feed does not tell is guessed from the length.",
        ], next: ["column list downloads", "column play"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (library, arguments) = (try context.library(), context.arguments)
        guard let count = arguments.count(hours) else {
            throw UsageError.missingOption(hours, command: arguments.path)
        }
        var columns: [ColumnID] = []
        for text in arguments.texts(column) {
            let id = try await library.column(named: text).id
            if !columns.contains(id) { columns.append(id) }
        }
        let configuration = try context.configuration()
        let packing = PackService(library: library, configuration: configuration)
        let limit = arguments.text(maximum).flatMap { UnitText.size($0) }
        let choice = try await packing.choose(
            time: .seconds(count * 3_600), size: limit, columns: columns)
        let episodes = choice.items.map(\.episode)
        let report = DownloadReport(context, episodes: episodes)
        defer { report.display.finish() }
        if context.isJSON {
            write(choice, as: "plan", to: report)
        } else {
            say(choice, context.console)
        }
        guard !episodes.isEmpty else {
            if context.isJSON { report.finish(nil) }
            return .success
        }
        let missing = try await unsound(choice, configuration, context)
        let service = DownloadService(
            library: library, places: try context.places(), configuration: configuration)
        let outcome =
            missing.isEmpty
            ? nil
            : try await context.interruption.cancelling {
                try await service.download(missing) { report.add($0) }
            }
        try await context.updateLinks(configuration)
        let ready = try await packing.ready(of: choice)
        if context.isJSON { write(ready, as: "packed", to: report) }
        if context.isJSON || outcome != nil { report.finish(outcome) }
        if !context.isJSON { say(ready, count, limit, context.console) }
        return outcome.map { DownloadCommand.exitCode(of: $0, among: missing.count) } ?? .success
    }

    /// What is to be fetched: what is not there, and what is there and not as it was recorded.
    private static func unsound(
        _ choice: PackChoice, _ configuration: Configuration, _ context: CommandContext
    ) async throws -> [Episode] {
        let here = Set(choice.items.filter(\.isHere).map(\.episode.id))
        var damaged: Set<EpisodeID> = []
        if !here.isEmpty {
            let storage = StorageService(
                library: try context.library(), places: try context.places(),
                configuration: configuration)
            let display = ProgressDisplay(console: context.console)
            defer { display.finish() }
            let findings = try await context.interruption.cancelling {
                try await storage.check(readsContents: true, of: here) { file in
                    display.update { _ in
                        [context.console.text("Checking \(SafeText.line(file))")]
                    }
                }
            }
            damaged = Set(try await storage.prepareRepair(findings).map(\.id))
        }
        return choice.items.map(\.episode).filter {
            !here.contains($0.id) || damaged.contains($0.id)
        }
    }

    private static func say(_ choice: PackChoice, _ console: Console) {
        guard !choice.items.isEmpty else {
            console.note(
                choice.left.isEmpty
                    ? "There is nothing unplayed to take along."
                    : "Nothing fits: the next ones are larger than --max.")
            return
        }
        var table = console.table([
            .init(title: "NO", isRight: true), .init(title: "TIME", isRight: true),
            .init(title: "SIZE", isRight: true), .init(title: "TITLE", isFlexible: true),
        ])
        for item in choice.items {
            table.add([
                "\(item.episode.id.rawValue)", NumberText.duration(item.time),
                NumberText.size(item.size), item.episode.title,
            ])
        }
        console.print(table)
        console.flush()
    }

    private static func say(
        _ ready: PackChoice, _ hours: Int, _ limit: ByteCount?, _ console: Console
    ) {
        let size = NumberText.size(ready.size)
        let share: Message = limit.map { "\(size) of \(NumberText.size($0.bytes))" } ?? "\(size)"
        console.note(
            """
            Packed: \(count: ready.items.count, "episode"), \
            \(NumberText.duration(ready.time)) of \(hours):00:00 to hear, \(share).
            """)
        if let limit, ready.size > limit.bytes {
            console.note("That is more than --max: the feeds announced smaller files.")
        }
    }

    private static func write(_ choice: PackChoice, as event: String, to report: DownloadReport) {
        report.objects.write { json in
            json.member("event", event)
            json.key("items")
            json.array { json in
                for item in choice.items {
                    json.object { json in
                        json.member("episode", item.episode.id.rawValue)
                        json.member("title", item.episode.title)
                        json.member("seconds", item.time.components.seconds)
                        json.member("bytes", item.size)
                        json.member("downloaded", item.isHere)
                    }
                }
            }
            json.member("seconds", choice.time.components.seconds)
            json.member("bytes", choice.size)
            json.member("bytesToFetch", choice.bytesToFetch)
            json.key("left")
            json.array { json in
                for id in choice.left { json.object { $0.member("episode", id.rawValue) } }
            }
        }
    }
}
