import ColumnModel
import ColumnServices
import Localization

/// `column download`.
enum DownloadCommand {
    private static let all = OptionDescription.flag("all", "a", "All that is not there yet.")
    private static let new = OptionDescription.flag(
        "new", nil, "New episodes, download.new of each column.")
    private static let latest = OptionDescription.value(
        "latest", nil, "N", .count(1...100_000), "The newest N of each column.")
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "Only of this column; alone: all of it.")

    static let description = CommandDescription(
        name: "download", group: .listening, summary: "Fetch audio for listening offline",
        examples: [
            .init("column download 12 14", "Downloads two episodes"),
            .init("column download --new", "Downloads what is new"),
            .init("column download --column 2 --latest 5", "Downloads the newest of a column"),
            .init("column download", "Goes on with what was begun"),
        ],
        operands: [OperandDescription("EPISODE", .episode, .any)],
        options: [all, new, latest, column, .json],
        notes: [
            """
            A download that was stopped goes on where it was, also after kill -9. It never joins \
            two versions of a file.
            """,
            """
            Where download.window is set for a column, --new takes the next episodes after the last \
            played one, so that a course stays so far ahead. With download.links on, each \
            file has a link with a readable name below by-column/ in the folder of files.
            """,
        ], next: ["column play", "column list downloads"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let episodes = try await episodes(context)
        guard !episodes.isEmpty else {
            DownloadReport(context, episodes: []).finish(nil)
            return .success
        }
        let configuration = try context.configuration()
        let service = DownloadService(
            library: try context.library(), places: try context.places(),
            configuration: configuration)
        let announcement = try await EventAnnouncement(context)
        let report = DownloadReport(context, episodes: episodes)
        defer { report.display.finish() }
        let outcome = try await context.interruption.cancelling {
            try await service.download(episodes) { report.add($0) }
        }
        report.finish(outcome)
        try await announcement.downloaded(report.finished, failed: outcome.failures.count)
        try await context.updateLinks(configuration)
        return exitCode(of: outcome, among: episodes.count)
    }

    /// How a run of downloads ends the program.
    static func exitCode(of outcome: DownloadOutcome, among count: Int) -> ExitCode {
        if outcome.missingSpace != nil { return .diskFull }
        let failures =
            outcome.failures.map(\.code)
            + Array(repeating: .notAudio, count: outcome.withoutAudio)
        if failures.isEmpty, outcome.inUse > 0, outcome.finished == 0 { return .busy }
        return FailureReport.exitCode(of: failures, among: count)
    }

    /// What the command line asks for.
    private static func episodes(_ context: CommandContext) async throws -> [Episode] {
        let (library, arguments) = (try context.library(), context.arguments)
        var only: ColumnID?
        if let text = arguments.text(column) { only = try await library.column(named: text).id }
        let named = arguments.operands("EPISODE")
        let flags = [all, new, latest].filter { arguments.has($0) }
        if flags.count > 1 {
            throw UsageError.conflict(
                "--\(flags[0].name)", "--\(flags[1].name)", command: arguments.path)
        }
        if !named.isEmpty {
            if let flag = flags.first ?? (only == nil ? nil : column) {
                throw UsageError.conflict(
                    "--\(flag.name)", "naming episodes", command: arguments.path)
            }
            var episodes: [Episode] = []
            for text in named {
                let episode = try await library.episode(named: text)
                if !episodes.contains(where: { $0.id == episode.id }) { episodes.append(episode) }
            }
            return episodes
        }
        let request: DownloadRequest
        if arguments.has(all) || (flags.isEmpty && only != nil) {
            request = .all
        } else if arguments.has(new) {
            request = .new
        } else if let count = arguments.count(latest) {
            request = .latest(count)
        } else {
            request = .unfinished
        }
        return try await library.episodes(
            toDownload: request, in: only, configuration: try context.configuration())
    }
}
