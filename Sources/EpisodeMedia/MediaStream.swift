public import ColumnModel
public import HTTPKit
import Synchronization

/// An episode's file as a player reads it: what is missing is fetched from where it is wanted, and
/// what was fetched stays, so that streaming becomes the download.
public final class MediaStream: Sendable {
    private struct State {
        var wanted: Int64 = 0
        var task: Task<Void, Never>?
        var isClosed = false
        /// What the player has read; it is one reader.
        var mark = ReaderMark()
    }

    /// The file.
    public let file: MediaFile
    private let fetcher: MediaFetcher
    private let title: String
    private let announced: AnnouncedMedia
    private let credentials: HTTPCredentials?
    private let state = Mutex(State())

    /// Opens an episode's file; nothing is fetched before bytes are wanted that are not there.
    public init(
        of episode: Episode, with fetcher: MediaFetcher, credentials: HTTPCredentials? = nil
    ) async throws(MediaError) {
        guard let announced = try await fetcher.library.announced(episode) else {
            throw .noAudio
        }
        file = try await MediaFile.open(episode.id, in: fetcher.library)
        file.rearm()
        self.fetcher = fetcher
        title = episode.title
        self.announced = announced
        self.credentials = credentials
    }

    deinit {
        state.withLock { $0.task }?.cancel()
    }

    /// The length of the whole; nil until a server said so.
    public var length: Int64? { file.total }

    /// Whether the whole file is there.
    public var isComplete: Bool { file.isComplete }

    /// The byte ranges that can be read without waiting.
    public var availableRanges: [Range<Int64>] { file.heldRanges.ranges }

    /// Begins to fetch from a position, if bytes are missing there; for a seek, or ahead of playing.
    public func prepare(at offset: Int64) {
        guard !file.isComplete, file.heldRanges.heldEnd(from: offset) == offset,
            file.total.map({ offset < $0 }) ?? true
        else { return }
        demand(offset)
    }

    /// Reads at an offset and blocks until at least one byte is there; 0 means the true end.
    ///
    /// For plain threads only, one at a time. Throws `changed` once where the file became another
    /// version than what was read before. After another error the next read tries anew; the fetch has been patient
    /// by itself before it gave up.
    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer)
        throws(MediaError) -> Int
    {
        var mark = state.withLock { $0.mark }
        defer { state.withLock { [mark] in $0.mark = mark } }
        while true {
            prepare(at: offset)
            // A fetch that seemed to be on its way here may have fallen silent since: look again.
            let count = try file.read(
                at: offset, into: buffer, waitingUpTo: .milliseconds(500), after: &mark)
            if let count {
                return count
            }
        }
    }

    /// Makes the read that waits, and all that follow, end at once; callable from any thread.
    public func interrupt() {
        file.interrupt()
    }

    /// Lets reads through again after `interrupt()`.
    public func rearm() {
        file.rearm()
    }

    /// Ends the fetch and waits until what it brought is recorded.
    public func close() async {
        let task = state.withLock { state in
            state.isClosed = true
            return state.task
        }
        file.interrupt()
        task?.cancel()
        await task?.value
    }
}

extension MediaStream {
    /// Sees to it that bytes come from a position on: soon from the fetch that runs, else from a new one.
    private func demand(_ offset: Int64) {
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
                await self?.fetch(from: offset)
            }
        }
    }

    private func fetch(from offset: Int64) async {
        guard !Task.isCancelled else { return }
        // A download of the same file gives way; this fetch brings all that it would have.
        await file.preempt()
        do throws(MediaError) {
            _ = try await fetcher.fetch(
                file, title: title, announced: announced, credentials: credentials,
                wanted: { offset })
        } catch {
            // The readers have been told by the file itself.
        }
    }
}
