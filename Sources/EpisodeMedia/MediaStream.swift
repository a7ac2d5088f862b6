public import ColumnModel
import ColumnStore
@preconcurrency import Glibc
public import HTTPKit
import Synchronization

/// An episode's file as a player reads it: what is missing is fetched from where it is wanted, and
/// what was fetched stays, so that streaming becomes the download.
///
/// While another process fetches the file, its bytes are read as they come; when that process ends
/// before the file is whole, this one goes on.
///
/// A stream that is only heard is fetched as far ahead as `lookAhead` says, in playing time; once a
/// download of the episode was asked for, also by another process, the whole file is.
public final class MediaStream: Sendable {
    /// Whose file it is at the moment.
    private enum Backing {
        case own(MediaFile)
        case followed(FollowedFile)
    }

    private struct State {
        var backing: Backing
        var wanted: Int64 = 0
        var task: Task<Void, Never>?
        var isClosed = false
        /// What the player has read; it is one reader.
        var mark = ReaderMark()
        /// How many bytes a second are played.
        var use: Double?
        /// Whether the whole file is fetched.
        var isWhole: Bool
        /// After a failure ahead of the reader, when that is tried again.
        var aheadNotBefore = ContinuousClock.now
        /// Looks whether a download was asked for.
        var watch: Task<Void, Never>?
    }

    /// As long as nobody has said how fast it is played.
    private static let firstReach: Int64 = 1 << 20
    /// So much is fetched ahead at least: less is not worth a request.
    private static let leastReach: Int64 = 512 << 10
    /// How often the library is asked whether a download was asked for.
    private static let watchInterval = Duration.seconds(3)
    /// How long a server that failed ahead of the reader is left alone.
    private static let aheadPause = Duration.seconds(20)

    /// How often the library is asked what another process has fetched.
    private static let followingInterval = Duration.milliseconds(250)

    private let episode: EpisodeID
    private let fetcher: MediaFetcher
    private let title: String
    private let announced: AnnouncedMedia
    private let credentials: HTTPCredentials?
    private let lookAhead: Duration?
    private let state: Mutex<State>

    /// Opens an episode's file; nothing is fetched before bytes are wanted that are not there.
    ///
    /// - Parameter lookAhead: how much playing time is fetched ahead; nil: the whole file.
    public init(
        of episode: Episode, with fetcher: MediaFetcher, credentials: HTTPCredentials? = nil,
        lookAhead: Duration? = nil
    ) async throws(MediaError) {
        guard let announced = try await fetcher.library.announced(episode) else {
            throw .noAudio
        }
        let backing = try await Self.open(episode.id, in: fetcher.library)
        let isAskedFor = lookAhead != nil ? try await Self.isAskedFor(episode, fetcher) : true
        state = Mutex(State(backing: backing, isWhole: isAskedFor))
        self.lookAhead = lookAhead
        self.episode = episode.id
        self.fetcher = fetcher
        title = episode.title
        self.announced = announced
        self.credentials = credentials
        switch backing {
        case .own(let file):
            file.rearm()
            file.moveWindow(to: 0)
        case .followed(let file):
            try await file.take(fetcher.library.record(of: episode.id))
            follow(file)
        }
        applyReach()
        if !isAskedFor { watchForDownload() }
    }

    deinit {
        state.withLock { state in
            state.task?.cancel()
            state.watch?.cancel()
        }
    }

    /// Tells how many bytes a second are played, by which the time ahead is turned into bytes.
    public func expectUse(bytesPerSecond: Double) {
        let isNews = state.withLock { state in
            // Small changes are not worth moving the goal.
            let old = state.use ?? 0
            guard bytesPerSecond > 0, abs(bytesPerSecond - old) > old / 20 else { return false }
            state.use = bytesPerSecond
            return true
        }
        if isNews { applyReach() }
    }

    /// Whether as much is there ahead of the player as was asked for, so that nothing comes.
    public var isSated: Bool {
        if case .own(let file) = backing { file.isSated } else { false }
    }

    /// The length of the whole; nil until a server said so.
    public var length: Int64? {
        switch backing {
        case .own(let file): file.total
        case .followed(let file): file.total
        }
    }

    /// Whether the whole file is there.
    public var isComplete: Bool {
        switch backing {
        case .own(let file): file.isComplete
        case .followed(let file): file.isComplete
        }
    }

    /// The byte ranges that can be read without waiting.
    public var availableRanges: [Range<Int64>] {
        switch backing {
        case .own(let file): file.heldRanges.ranges
        case .followed(let file): file.ranges.ranges
        }
    }

    /// Begins to fetch from a position, if bytes are missing there; for a seek, or ahead of playing.
    public func prepare(at offset: Int64) {
        guard case .own(let file) = backing, !file.isComplete,
            file.heldRanges.heldEnd(from: offset) == offset,
            file.total.map({ offset < $0 }) ?? true
        else { return }
        demand(offset, of: file)
    }

    /// Reads at an offset and blocks until at least one byte is there; 0 means the true end.
    ///
    /// For plain threads only, one at a time. Throws `changed` once where the file became another
    /// version than what was read before. After another error the next read tries anew; the fetch
    /// has been patient by itself before it gave up.
    ///
    /// - Parameter isSurvey: the player only looks; held bytes then say nothing of where it is.
    public func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, isSurvey: Bool = false
    ) throws(MediaError) -> Int {
        var mark = state.withLock { $0.mark }
        defer { state.withLock { [mark] in $0.mark = mark } }
        while true {
            if case .own(let file) = backing,
                !isSurvey || file.heldRanges.heldEnd(from: offset) == offset
            {
                file.moveWindow(to: offset)
                prepareAhead(of: offset, in: file)
            }
            prepare(at: offset)
            // A fetch that seemed to be on its way here may have fallen silent since: look again.
            let limit = Duration.milliseconds(500)
            let count: Int?
            switch backing {
            case .own(let file):
                count = try file.read(at: offset, into: buffer, waitingUpTo: limit, after: &mark)
            case .followed(let file):
                count = try file.read(at: offset, into: buffer, waitingUpTo: limit)
            }
            if let count {
                return count
            }
        }
    }

    /// Makes the read that waits, and all that follow, end at once; callable from any thread.
    public func interrupt() {
        switch backing {
        case .own(let file): file.interrupt()
        case .followed(let file): file.interrupt()
        }
    }

    /// Lets reads through again after `interrupt()`.
    public func rearm() {
        switch backing {
        case .own(let file): file.rearm()
        case .followed(let file): file.rearm()
        }
    }

    /// Ends the fetch and waits until what it brought is recorded.
    public func close() async {
        let task = state.withLock { state in
            state.isClosed = true
            state.watch?.cancel()
            return state.task
        }
        interrupt()
        task?.cancel()
        await task?.value
        // Whoever fetches the file next wants all of it.
        if case .own(let file) = backing { file.setReach(nil) }
    }
}

// MARK: - The window

extension MediaStream {
    private static func isAskedFor(_ episode: Episode, _ fetcher: MediaFetcher)
        async throws(MediaError) -> Bool
    {
        try await fetcher.library.record(of: episode.id).requested != nil
    }

    /// Lets the file know how far ahead it is fetched.
    private func applyReach() {
        guard case .own(let file) = backing else { return }
        let (isWhole, use) = state.withLock { ($0.isWhole, $0.use) }
        guard !isWhole, let lookAhead else { return file.setReach(nil) }
        let bytes = use.map { Int64(min(1e12, $0 * (lookAhead / .seconds(1)))) }
        file.setReach(max(Self.leastReach, bytes ?? Self.firstReach))
    }

    /// What is held ahead is made more before it runs out, also where it came in an earlier session.
    private func prepareAhead(of offset: Int64, in file: MediaFile) {
        guard let reach = file.reach, !file.isComplete, !file.isFetching else { return }
        let end = file.heldRanges.heldEnd(from: offset)
        guard end > offset, end - offset < reach / 2, file.total.map({ end < $0 }) ?? true,
            state.withLock({ $0.aheadNotBefore <= .now })
        else { return }
        // The fetch takes a moment to begin, and reads come in between.
        state.withLock { $0.aheadNotBefore = .now + .seconds(2) }
        demand(end, of: file)
    }

    private func watchForDownload() {
        let (episode, library) = (episode, fetcher.library)
        let task = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.watchInterval)
                guard let record = try? await library.record(of: episode) else { continue }
                guard record.requested != nil else { continue }
                self?.fetchAll()
                return
            }
        }
        state.withLock { $0.watch = task }
    }

    private func fetchAll() {
        state.withLock { $0.isWhole = true }
        applyReach()
        // Where nothing is fetched at the moment, the rest is begun.
        guard case .own(let file) = backing, !file.isComplete, !file.isFetching else { return }
        demand(file.heldRanges.heldEnd(from: file.readerPlace), of: file)
    }
}

extension MediaStream {
    private var backing: Backing { state.withLock { $0.backing } }

    /// The file itself, else a reader's view of what another process fetches.
    private static func open(
        _ episode: EpisodeID, in library: MediaLibrary
    ) async throws(MediaError) -> Backing {
        do throws(MediaError) {
            return .own(try await MediaFile.open(episode, in: library))
        } catch .inUse {
            do throws(MediaError) {
                return .followed(try FollowedFile(episode, in: library))
            } catch .file(_, _, ENOENT) {
                // It got its final name between the two.
                return .own(try await MediaFile.open(episode, in: library))
            }
        }
    }

    /// Keeps asking how far the other process is; takes over where it has let go.
    private func follow(_ file: FollowedFile) {
        let (episode, library) = (episode, fetcher.library)
        let task = Task { [weak self] in
            var still = 0
            while !Task.isCancelled, !file.isComplete {
                try? await Task.sleep(for: Self.followingInterval)
                guard let record = try? await library.record(of: episode) else { continue }
                still = file.take(record) ? 0 : still + 1
                // A living holder may be waiting for its server: the lock tells.
                guard still % 4 == 3, !file.isComplete, !Task.isCancelled else { continue }
                guard let own = try? await MediaFile.open(episode, in: library) else { continue }
                own.rearm()
                self?.takeOver(own)
                return
            }
        }
        state.withLock { state in
            state.task = task
            if state.isClosed { task.cancel() }
        }
    }

    /// The read that waits looks again within half a second, and asks for what is missing.
    private func takeOver(_ own: MediaFile) {
        state.withLock { state in
            state.backing = .own(own)
            state.task = nil
            // What was read so far is what the file held when this process got it.
            state.mark = ReaderMark()
        }
        applyReach()
    }

    /// Sees to it that bytes come from a position on: soon from the fetch that runs, else from a new one.
    private func demand(_ offset: Int64, of file: MediaFile) {
        guard !file.willArrive(at: offset, within: .seconds(3)) else { return }
        file.setReaderError(nil)
        state.withLock { state in
            guard !state.isClosed else { return }
            let isAskedFor = state.task != nil && state.wanted == offset && file.isFetching
            guard !isAskedFor else { return }
            state.wanted = offset
            let previous = state.task
            previous?.cancel()
            state.task = Task { [weak self] in
                await previous?.value
                await self?.fetch(from: offset, of: file)
            }
        }
    }

    private func fetch(from offset: Int64, of file: MediaFile) async {
        guard !Task.isCancelled else { return }
        // A download of the same file gives way; this fetch brings all that it would have.
        await file.preempt()
        do throws(MediaError) {
            _ = try await fetcher.fetch(
                file, title: title, announced: announced, credentials: credentials,
                wanted: { file.isPaced ? file.readerPlace : offset })
        } catch {
            // The readers have been told by the file itself.
            guard error != .cancelled else { return }
            state.withLock { $0.aheadNotBefore = .now + Self.aheadPause }
        }
    }
}
