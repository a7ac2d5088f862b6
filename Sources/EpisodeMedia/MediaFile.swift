public import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import Synchronization
import ThreadKit

/// The file of an episode's audio, whole or on its way; downloader and player share one object.
///
/// While bytes are missing it is the sparse `media/ID.part`, held by this object alone among all
/// processes. Bytes stand at their true offsets; which of them are held, and of which rendition, is
/// known here at once and in the library after each checkpoint, never before they are durable.
public final class MediaFile: Sendable {
    /// A rendition with a number by which a fetch refers to it.
    struct Held {
        let key: Int
        var rendition: Rendition
    }

    struct State {
        /// What is held; the version that is to become the file is the first.
        var held: [Held] = []
        var nextKey = 1
        /// From where on bytes that could be read before are no longer those, each time.
        var givenUp: [Int64] = []
        /// The final name, once the file is whole.
        var finalName: String?

        /// How much of the file's beginning the digest covers.
        var hashed: Int64 = 0
        let hasher = SHA256Hasher()

        /// What the library has.
        var saved: [Rendition] = []
        var savedTail: String?
        /// Whether what is written now goes to the end of the file, without a gap.
        var isAppending = false

        var waiters: [ThreadSignal] = []
        var isInterrupted = false
        /// Why readers need not wait any longer.
        var readerError: MediaError?
        /// Whether a call of `MediaFetcher.fetch` is at work, and which request it makes.
        var isFetching = false
        var running: RunningFetch?
        var task: Task<Result<FinishedMedia, MediaError>, Never>?
        var isPreempted = false
        /// How far ahead of its reader it is fetched.
        var window = FetchWindow()
        var fetchWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// The episode.
    public let episode: EpisodeID
    let library: MediaLibrary
    let descriptor: FileDescriptor
    let state: Mutex<State>

    init(
        episode: EpisodeID, library: MediaLibrary, descriptor: FileDescriptor,
        renditions: [Rendition], savedTail: String?, finalName: String?
    ) {
        self.episode = episode
        self.library = library
        self.descriptor = descriptor
        let held = renditions.enumerated().map { Held(key: $0.offset, rendition: $0.element) }
        state = Mutex(
            State(
                held: held, nextKey: held.count, finalName: finalName, saved: renditions,
                savedTail: savedTail))
    }

    deinit {
        let isEmpty = state.withLock { $0.finalName == nil && $0.union.isEmpty }
        if isEmpty {
            // Nothing came: an empty file would only be in the way. Its lock is still ours.
            unlink(descriptor.path)
        }
    }
}

extension MediaFile {
    /// The length of the whole; nil until a server said so.
    public var total: Int64? {
        state.withLock { $0.held.first?.rendition.total }
    }

    /// Whether the whole file is there under its final name.
    public var isComplete: Bool {
        state.withLock { $0.finalName != nil }
    }

    /// The final name; nil while bytes are missing.
    public var finalName: String? {
        state.withLock { $0.finalName }
    }

    /// The bytes that can be read without waiting.
    public var heldRanges: ByteRangeSet {
        state.withLock { $0.union }
    }

    /// How many bytes are held of the version that is to become the file.
    public var heldBytes: Int64 {
        state.withLock { $0.held.first?.rendition.ranges.byteCount ?? 0 }
    }

    /// Whether someone fetches what is missing.
    public var isFetching: Bool {
        state.withLock { $0.isFetching }
    }

    /// Whether every byte of one version is held.
    var isWhole: Bool {
        state.withLock { $0.isWhole }
    }
}

extension MediaFile.State {
    /// Counts up when bytes that could be read before are no longer those.
    var generation: Int { givenUp.count }

    /// Whether what a reader has seen is no longer what the file is.
    func isOutdated(_ mark: ReaderMark) -> Bool {
        guard let known = mark.generation, known < generation else { return false }
        return givenUp[known...].contains { $0 < mark.end }
    }

    /// All bytes that are held, of whichever version.
    var union: ByteRangeSet {
        var union = held.first?.rendition.ranges ?? ByteRangeSet()
        for other in held.dropFirst() {
            for range in other.rendition.ranges.ranges {
                union.insert(range)
            }
        }
        return union
    }

    var isWhole: Bool {
        guard let first = held.first?.rendition, let total = first.total, total > 0 else {
            return false
        }
        return first.ranges.contains(0..<total)
    }

    /// Who holds a position, and up to where.
    func owner(of position: Int64) -> (key: Int, end: Int64)? {
        for entry in held {
            let end = entry.rendition.ranges.heldEnd(from: position)
            if end > position {
                return (entry.key, end)
            }
        }
        return nil
    }

    /// Where the next held byte at or after a position is.
    func nextHeld(from position: Int64) -> Int64 {
        var next = Int64.max
        for entry in held {
            if let range = entry.rendition.ranges.ranges.first(where: { $0.upperBound > position })
            {
                next = min(next, max(position, range.lowerBound))
            }
        }
        return next
    }

    func index(of key: Int) -> Int? {
        held.firstIndex { $0.key == key }
    }

    func rendition(_ key: Int) -> Rendition? {
        held.first { $0.key == key }?.rendition
    }

    /// Wakes everyone who waits for bytes.
    mutating func wakeReaders() {
        for waiter in waiters {
            waiter.notify()
        }
        waiters.removeAll()
    }
}
