public import ColumnModel
import ColumnStore
import Diagnostics
@preconcurrency import Glibc
import HTTPKit
import JSONKit
import Synchronization

/// Runs the user's programs in `hooks/` beside the configuration, each named after what it is told
/// of.
///
/// A hook gets one JSON object on standard input and 30 s; what it prints goes to the log where it
/// fails. It never stops or fails the run, and one that others may write is not run.
public final class HookService: Sendable {
    /// Of so many new episodes of one sync hooks are told one by one; `sync-done` has the number.
    private static let newLimit = 100
    private static let concurrency = 4

    private let library: LibraryService
    private let folder: String
    private let timeout: Duration
    private let state = Mutex((problems: Set<HookProblem>(), tasks: [Task<Void, Never>]()))

    /// Makes a service.
    public convenience init(library: LibraryService, places: Places) {
        self.init(library: library, places: places, timeout: .seconds(30))
    }

    init(library: LibraryService, places: Places, timeout: Duration) {
        self.library = library
        self.timeout = timeout
        folder = FilePath.folder(of: places.configurationFile) + "/hooks"
    }

    /// Why hooks that are there were not run, each once.
    public var problems: [HookProblem] {
        state.withLock { Array($0.problems) }.sorted { "\($0)" < "\($1)" }
    }

    /// The number of the newest episode, to know later which ones came after it.
    public func newestEpisode() async throws(LibraryError) -> EpisodeID {
        try await library.ask { (store) throws(StoreError) in try await store.newestEpisode() }
    }

    /// The new episodes that came after another.
    public func newEpisodes(after last: EpisodeID) async throws(LibraryError) -> [Episode] {
        let ids = try await library.ask { (store) throws(StoreError) in
            try await store.newEpisodes(after: last)
        }
        return try await library.episodes(ids)
    }

    /// Tells of new episodes, and waits for the hooks.
    public func tellNew(_ episodes: [Episode]) async {
        guard let path = program(for: .episodeNew) else { return }
        var texts: [String] = []
        for episode in episodes.prefix(Self.newLimit) {
            texts.append(await text(.episodeNew, episode))
        }
        var rest = texts[...]
        await withTaskGroup(of: Void.self) { group in
            func startNext() {
                guard let text = rest.popFirst() else { return }
                group.addTask { await self.run(path, text) }
            }
            for _ in 0..<Self.concurrency { startNext() }
            for await _ in group { startNext() }
        }
    }

    /// Tells that a sync is over, and waits for the hook.
    public func tellSynced(columns: Int, added: Int, updated: Int, failed: Int) async {
        guard let path = program(for: .syncDone) else { return }
        await run(
            path,
            object(.syncDone) { json in
                json.member("columns", columns)
                json.member("added", added)
                json.member("updated", updated)
                json.member("failed", failed)
            })
    }

    /// Tells that a download is whole, and waits for the hook.
    public func tellDownloaded(_ id: EpisodeID, _ file: DownloadedFile) async {
        guard let path = program(for: .downloadComplete),
            let episode = try? await library.episode(id)
        else { return }
        await run(
            path,
            await text(.downloadComplete, episode) { json in
                json.member("path", file.path)
                json.member("bytes", file.size)
            })
    }

    /// Tells that something was heard to its end; the player does not wait for the hook.
    public func tellHeard(_ item: PlaybackItem) {
        guard let path = program(for: .playbackEnded) else { return }
        let task = Task {
            guard let episode = item.episode else {
                let text = object(.playbackEnded) { json in json.member("title", item.title) }
                return await run(path, text)
            }
            await run(path, await text(.playbackEnded, episode))
        }
        state.withLock { $0.tasks.append(task) }
    }

    /// Waits for the hooks that nobody waits for yet.
    public func finish() async {
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { await task.value }
    }
}

extension HookService {
    /// The program for an event; nil where there is none that may be run.
    private func program(for event: HookEvent) -> String? {
        let path = "\(folder)/\(event.rawValue)"
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard let problem = problem(of: path, status) else { return path }
        state.withLock { _ = $0.problems.insert(problem) }
        return nil
    }

    private func problem(of path: String, _ status: stat) -> HookProblem? {
        var holder = stat()
        let isOpen = stat(folder, &holder) != 0 || holder.st_mode & 0o022 != 0
        if isOpen || status.st_mode & 0o022 != 0 { return .writableByOthers(path: path) }
        if status.st_uid != geteuid(), status.st_uid != 0 { return .foreignOwner(path: path) }
        // Not access(2): it lets root execute what nobody may.
        if status.st_mode & 0o111 == 0 || access(path, X_OK) != 0 {
            return .notExecutable(path: path)
        }
        return nil
    }

    private func run(_ path: String, _ text: String) async {
        let (ending, output) = await HookProcess(path: path, timeout: timeout).run(text + "\n")
        guard ending != .exited(0) else { return }
        let said = output.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        Log.write(.warning, .sync, "hook \(path): \(ending)\(said)")
    }

    private func object(_ event: HookEvent, _ members: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("event", event.rawValue)
            json.member("at", Timestamp.current().secondsSince1970)
            members(&json)
        }
        return json.text
    }

    private func text(
        _ event: HookEvent, _ episode: Episode, _ members: (inout JSONWriter) -> Void = { _ in }
    ) async -> String {
        let column = try? await library.column(episode.column)
        return object(event) { json in
            json.key("episode")
            json.object { json in
                json.member("id", episode.id.rawValue)
                json.member("column", episode.column.rawValue)
                json.member("columnTitle", column?.title)
                json.member("guid", episode.guid)
                json.member("title", episode.title)
                json.member("published", episode.published?.secondsSince1970)
                json.member("duration", episode.duration.map { $0 / .seconds(1) })
                json.member("link", Self.withoutLogin(episode.link))
                json.member("audioURL", Self.withoutLogin(episode.enclosure?.url))
            }
            members(&json)
        }
    }

    private static func withoutLogin(_ address: String?) -> String? {
        address.flatMap { (try? HTTPURL($0))?.string }
    }
}
