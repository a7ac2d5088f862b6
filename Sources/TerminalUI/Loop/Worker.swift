import ColumnModel
import ColumnServices
import Localization
import PictureKit
import RemoteControl
import TerminalText

/// Does what the interface wants done, away from its loop, and posts what comes of it.
///
/// Reads run beside each other. Writes, and what the player is told, keep their order.
final class Worker: Sendable {
    private static let firstRows = 200

    let library: LibraryService
    /// Apart from the other, so that a page of rows never waits for a list of a hundred thousand.
    let lists: LibraryService
    let program: InterfaceProgram
    let player: PlayerLink
    let articles: ArticleSetter
    let covers: CoverStore
    let post: @Sendable (TUIEvent) -> Void
    private let reads: AsyncStream<TUIIntent>.Continuation
    private let writes: AsyncStream<TUIIntent>.Continuation
    private let readStream: AsyncStream<TUIIntent>
    private let writeStream: AsyncStream<TUIIntent>
    private let watcher: LibraryWatcher
    private let jobs: JobRunner

    init(
        library: LibraryService, lists: LibraryService, program: InterfaceProgram,
        runtimeDirectory: String, usesUnicode: Bool, covers: CoverStore,
        post: @escaping @Sendable (TUIEvent) -> Void
    ) {
        self.library = library
        self.lists = lists
        self.program = program
        self.post = post
        player = PlayerLink(directory: runtimeDirectory, post: post)
        self.covers = covers
        articles = ArticleSetter(isUnicode: usesUnicode, covers: covers)
        watcher = LibraryWatcher(library: lists, post: post)
        jobs = JobRunner(program: program, post: post)
        (readStream, reads) = AsyncStream.makeStream()
        (writeStream, writes) = AsyncStream.makeStream()
    }

    /// Takes an intent.
    func take(_ intent: TUIIntent) {
        switch intent {
        case .loadColumns, .loadList, .loadQueue, .loadBookmarks, .search, .loadEpisodes,
            .loadArticle, .loadChapters, .complete:
            reads.yield(intent)
        case .run(let words, let number): jobs.run(words, number: number)
        case .stopRun(let number):
            jobs.stopRun(number)
            post(.done)
        case .sync(let column): jobs.sync(column)
        case .download(let ids): jobs.download(ids)
        case .cancelJobs:
            jobs.cancel()
            post(.done)
        case .keepJobs:
            jobs.keepGoing()
            post(.done)
        case .redraw, .suspend, .quit: post(.done)
        default: writes.yield(intent)
        }
    }

    /// Works until it is told to end.
    func work() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.watcher.watch() }
            group.addTask { await self.player.watch() }
            group.addTask { await self.jobs.work() }
            // Not a child: what was asked for before leaving is done, not cancelled.
            let writing = Task {
                for await intent in self.writeStream {
                    await self.attempt { try await self.write(intent) }
                    self.post(.done)
                }
            }
            for await intent in readStream {
                group.addTask {
                    await self.attempt { try await self.read(intent) }
                    self.post(.done)
                }
            }
            await writing.value
            group.cancelAll()
        }
    }

    /// Ends the work.
    func finish() {
        jobs.finish()
        reads.finish()
        writes.finish()
    }

    private func attempt(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
        } catch {
            post(.message(program.describe(error), isFault: true))
        }
    }

    // MARK: - Reading

    private func read(_ intent: TUIIntent) async throws {
        switch intent {
        case .loadColumns: post(.columns(try await library.columns().map(ColumnRow.init)))
        case .loadList(let kind, let request, let generation, let isFirst):
            // The first screen comes at once, the rest of a large library a moment later.
            if isFirst {
                var first = request
                first.limit = Self.firstRows
                let head = try await library.episodes(first)
                post(.episodes(head.map(EpisodeRow.init)))
                post(.list(kind, generation: generation, head.map { .episode($0.id) }))
                guard head.count == Self.firstRows else { return }
            }
            let ids = try await lists.episodeIDs(request)
            post(.list(kind, generation: generation, ids.map { .episode($0) }))
        case .loadQueue(let generation):
            let queue = try await library.queue()
            post(.episodes(queue.map { EpisodeRow($0.episode) }))
            post(
                .list(
                    .queue, generation: generation,
                    queue.map { .queued(entry: $0.entry, $0.episode.id) }))
        case .loadBookmarks(let generation):
            let bookmarks = try await library.bookmarks()
            post(.bookmarks(bookmarks))
            post(
                .list(
                    .bookmarks, generation: generation,
                    bookmarks.map { .bookmark($0.id, $0.episode) }))
        case .search(let text, let column, let generation):
            do {
                let found = try await lists.search(
                    text, in: column, limit: Self.firstRows, withSnippets: false)
                let episodes = found.hits.map(\.episode)
                post(.episodes(episodes.map(EpisodeRow.init)))
                post(.list(.search, generation: generation, episodes.map { .episode($0.id) }))
                if found.hasMore {
                    post(
                        .message(
                            "The best \(Self.firstRows); more words find fewer.", isFault: false))
                }
            } catch {
                post(.list(.search, generation: generation, []))
                throw error
            }
        case .loadEpisodes(let ids):
            post(.episodes(try await library.episodes(ids).map(EpisodeRow.init)))
        case .loadArticle(let subject, let width, let cover):
            if let text = try await articles.text(
                of: subject, width: width, cover: cover, in: library)
            {
                post(.article(subject, width: width, text))
                await showCover(text.cover, of: subject, cover)
            }
        case .complete(let line):
            var words = CommandWords.split(line)
            if line.last?.isWhitespace == true { words.append("") }
            if words.first == "column" { words.removeFirst() }
            post(.completions(line, await program.complete(words)))
        case .loadChapters(let id):
            post(.chapters(id, try await library.chapters(of: id)))
        default: break
        }
    }

    /// The text is there already; a cover that is not here yet, or is none, has it set anew.
    private func showCover(
        _ cover: Cover?, of subject: ArticleState.Subject, _ request: PictureRequest?
    ) async {
        guard request != nil else { return }
        guard let cover else {
            if await covers.fetch(subject) { post(.coverChanged(subject)) }
            return
        }
        switch await covers.picture(cover) {
        case .made(let picture): post(.cover(cover, picture))
        case .broken: post(.coverChanged(subject))
        case .passedOver: break
        }
    }

    // MARK: - Writing

    private func write(_ intent: TUIIntent) async throws {
        switch intent {
        case .play(let id, let start, let entry):
            if let entry { _ = try await library.dequeue([entry]) }
            guard let episode = try await library.episode(id) else { return }
            try await play(episode, from: start)
        case .playColumn(let id):
            guard let episode = try await library.resumePoint(of: id) else {
                return post(.message("This column has nothing to hear.", isFault: false))
            }
            try await play(episode, from: nil)
        case .playLast:
            if try await player.tellRunning(.resume) { return }
            guard let episode = try await library.resumePoint() else {
                return post(.message("There is nothing to go on with yet.", isFault: false))
            }
            try await play(episode, from: nil)
        case .steer(let command): try await player.tell(command)
        case .undo:
            guard let change = try await library.undo() else {
                return post(.message("There is nothing to take back.", isFault: false))
            }
            let cause = JournalWords.words(change.cause)
            post(
                .message(
                    change.isTakenBack
                        ? "Taken back: \(cause)." : "Cannot be taken back: \(cause).",
                    isFault: !change.isTakenBack))
            watcher.check()
        default:
            try await change(intent)
            watcher.check()
        }
    }

    private func change(_ intent: TUIIntent) async throws {
        switch intent {
        case .like(let id, let isLiked): try await library.like([id], isLiked)
        case .mark(let id, let played): try await library.mark([id], played: played)
        case .enqueue(let id, let atFront):
            try await library.enqueue([id], atFront: atFront)
            post(.message(atFront ? "It plays next." : "It is in the queue.", isFault: false))
        case .dequeue(let entry): _ = try await library.dequeue([entry])
        case .moveInQueue(let entry, let index):
            try await library.moveInQueue(entry, to: index)
        case .addBookmark(let id, let place, let note):
            _ = try await library.addBookmark(at: place, in: id, note: note)
            post(
                .message("Bookmark at \(NumberText.duration(place)).", isFault: false))
        case .removeBookmark(let number): _ = try await library.removeBookmark(number)
        case .unsubscribe(let id): try await library.remove(id)
        case .keepReading(let id, let place, let isWhole):
            try await library.setReadPlace(place, of: id)
            if isWhole { try await library.mark([id], read: true, cause: "read") }
        default: break
        }
    }

    /// Has the player that runs play it, or starts one.
    private func play(_ episode: Episode, from start: Duration?) async throws {
        let (list, index) = try await library.playlist(around: episode)
        if try await player.play(list, at: index, of: episode.column, from: start) { return }
        var words = ["play", "\(episode.id.rawValue)"]
        if let start { words += ["--from", NumberText.duration(start)] }
        guard await program.startPlayer(words) else {
            return post(
                .message(
                    "The player did not start; :play \(episode.id.rawValue) says why.",
                    isFault: true))
        }
        player.look()
    }
}
