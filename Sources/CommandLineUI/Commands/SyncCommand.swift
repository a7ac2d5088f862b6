import ColumnModel
import ColumnServices
import Localization
import TerminalText

/// `column sync`.
enum SyncCommand {
    private static let force = OptionDescription.flag(
        "force", "f", "Ask every feed for all it has, also stopped ones and those not due.")
    private static let accept = OptionDescription.flag(
        "accept", nil, "Let a held sync of the named columns through.")
    private static let history = OptionDescription.flag(
        "full-history", nil, "Read all pages of feeds that have several.")
    private static let dryRun = OptionDescription.flag(
        "dry-run", nil, "Fetch and say what would come, and keep nothing of it.")

    static let description = CommandDescription(
        name: "sync", group: .columns, summary: "Fetch feeds and store what is new",
        examples: [
            .init("column sync", "Asks all columns for new episodes"),
            .init("column sync 3 7", "Asks two columns"),
            .init("column sync --dry-run", "Says what a sync would bring"),
            .init("column sync --accept 3", "Lets through what was held for column 3"),
        ],
        operands: [OperandDescription("COLUMN", .column, .any)],
        options: [force, accept, history, dryRun, .json],
        notes: [
            """
            A sync that would change more of a known column than sync.hold-share is held: nothing \
            is changed until you accept it. Feeds say how often they want to be asked; \
            --force asks anyway.
            """
        ], next: ["column list new", "column download --new"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (library, arguments) = (try context.library(), context.arguments)
        var columns: [Column] = []
        for text in arguments.operands("COLUMN") {
            columns.append(try await library.column(named: text))
        }
        let service = SyncService(
            library: library, places: try context.places(),
            configuration: try context.configuration())
        if arguments.has(accept), arguments.has(dryRun) {
            throw UsageError.conflict("--accept", "--dry-run", command: arguments.path)
        }
        if arguments.has(accept) {
            guard !columns.isEmpty else {
                throw UsageError.missingOperand(
                    OperandDescription("COLUMN", .column, .some), command: arguments.path)
            }
            try await service.accept(columns)
        }
        if columns.isEmpty {
            columns = try await library.columns()
        }
        var options = SyncOptions()
        options.isForced = arguments.has(force) || arguments.has(accept)
        options.readsFullHistory = arguments.has(history)
        options.isDryRun = arguments.has(dryRun)
        let announcement = try await EventAnnouncement(context)
        let isWhole = arguments.operands("COLUMN").isEmpty && !options.isDryRun
        let (began, report) = (library.now, SyncReport(context, columnCount: columns.count))
        let (asked, wanted) = (columns, options)
        defer { report.display.finish() }
        try await context.interruption.cancelling {
            try await service.sync(asked, options: wanted) { report.add($0) }
        }
        if !options.isDryRun {
            try await keepImages(of: columns, report, context)
            try await context.updateLinks(try context.configuration())
        }
        let devicesCode =
            arguments.operands("COLUMN").isEmpty && !options.isDryRun
            ? try await DevicesCommand.syncAfterFeeds(report.objects, context) : .success
        let feedsCode = report.finish()
        let code = feedsCode == .success ? devicesCode : feedsCode
        if !options.isDryRun { try await announcement.synced(report.totals) }
        if isWhole {
            // Where the library cannot be written, the sync has said so.
            try? await library.record(report.run(since: began, until: library.now, code), of: .sync)
        }
        if !options.isDryRun { await backUpIfDue(library, context) }
        if options.isDryRun {
            context.console.note("That was a dry run: the library is as it was before.")
        }
        return code
    }

    /// Images of articles come along where that is wanted; the feeds are what counts.
    private static func keepImages(
        of columns: [Column], _ report: SyncReport, _ context: CommandContext
    ) async throws {
        let service = ArticleImageService(
            library: try context.library(), places: try context.places(),
            configuration: try context.configuration())
        let outcome = try await context.interruption.cancelling {
            try await service.fetchMissing(of: columns)
        }
        if outcome != .init() { report.add(outcome) }
    }

    /// A backup that cannot be made is named, but the sync went well all the same.
    private static func backUpIfDue(_ library: LibraryService, _ context: CommandContext) async {
        do {
            let path = try await library.backUpIfDue(
                try context.places(), try context.configuration())
            if let path { context.console.detail("column: made a backup: \(path)") }
        } catch {
            let reason = SafeText.line(context.console.text(FailureReport(error).message))
            context.console.say("column: no backup was made: \(reason)")
        }
    }
}
