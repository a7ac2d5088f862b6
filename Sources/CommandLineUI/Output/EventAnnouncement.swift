import ColumnModel
import ColumnServices
import Localization
import TerminalText

/// Tells hooks and the desktop what a command brought.
struct EventAnnouncement {
    /// How many titles a notification shows.
    private static let titleLimit = 5

    private let context: CommandContext
    private let hooks: HookService
    private let last: EpisodeID?

    /// Begins before the command changes anything.
    init(_ context: CommandContext) async throws {
        self.context = context
        hooks = HookService(library: try context.library(), places: try context.places())
        last = try? await hooks.newestEpisode()
    }

    /// After a sync.
    func synced(_ counts: (columns: Int, added: Int, updated: Int, failed: Int)) async throws {
        let configuration = try context.configuration()
        if counts.added > 0, let last, let episodes = try? await hooks.newEpisodes(after: last) {
            await hooks.tellNew(episodes)
            if configuration[.notifyNew], !episodes.isEmpty {
                try await notify(
                    .new, "\(count: episodes.count, "new episode")", episodes)
            }
        }
        await hooks.tellSynced(
            columns: counts.columns, added: counts.added, updated: counts.updated,
            failed: counts.failed)
        sayProblems()
    }

    /// After downloads.
    func downloaded(_ files: [(id: EpisodeID, file: DownloadedFile)], failed: Int) async throws {
        for (id, file) in files { await hooks.tellDownloaded(id, file) }
        if try context.configuration()[.notifyDownload], !files.isEmpty || failed > 0 {
            let episodes = try await context.library().episodes(files.map(\.id))
            let failures: Message = failed > 0 ? ", \(failed) failed" : ""
            try await notify(
                .download, "\(count: files.count, "download") complete\(failures)", episodes)
        }
        sayProblems()
    }

    private func notify(
        _ kind: NotificationService.Kind, _ heading: Message, _ episodes: [Episode]
    ) async throws {
        let library = try context.library()
        var lines: [String] = []
        for episode in episodes.prefix(Self.titleLimit) {
            let column = try await library.column(episode.column)?.title
            let title = (column.map { "\($0): " } ?? "") + episode.title
            lines.append(TextWidth.cut(SafeText.line(title), to: 100))
        }
        if episodes.count > Self.titleLimit {
            lines.append(context.console.text("and \(episodes.count - Self.titleLimit) more"))
        }
        await NotificationService(library: library, environment: context.environment).show(
            kind, context.console.text(heading), lines: lines)
    }

    private func sayProblems() {
        for problem in hooks.problems {
            let words = SafeText.line(context.console.text(problem.words))
            context.console.say("column: \(words)")
        }
    }
}

extension HookProblem {
    /// What is wrong, and what to do.
    var words: Message {
        switch self {
        case .notExecutable(let path):
            "the hook \(path) is not run: it may not be executed. “chmod u+x” allows it."
        case .writableByOthers(let path):
            """
            the hook \(path) is not run: others may write it or its folder. \
            “chmod go-w” on both forbids that.
            """
        case .foreignOwner(let path):
            "the hook \(path) is not run: it belongs to another user."
        }
    }
}
