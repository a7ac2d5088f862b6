import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import Synchronization
import ThreadKit

/// A file that another process fills, as a reader here sees it: what the library names as durable,
/// and what was appended since, as long as the library says that all appended bytes count.
///
/// Nothing is asked for and nothing is written.
final class FollowedFile: Sendable {
    private struct State {
        var ranges = ByteRangeSet()
        var total: Int64?
        var isComplete = false
        /// Which version the bytes are of, by what the server says of it.
        var version: Rendition?
        /// Up to where bytes of this version were read.
        var readEnd: Int64 = 0
        var isChanged = false
        var isInterrupted = false
        var waiters: [ThreadSignal] = []

        mutating func wake() {
            for waiter in waiters { waiter.notify() }
            waiters.removeAll()
        }
    }

    private let library: MediaLibrary
    private let descriptor: FileDescriptor
    private let state = Mutex(State())

    /// Opens the partial file of an episode for reading only.
    init(_ episode: EpisodeID, in library: MediaLibrary) throws(MediaError) {
        self.library = library
        descriptor = try FileDescriptor(
            path: library.folder.path(of: EpisodeFileName.partial(episode)), flags: O_RDONLY)
    }

    var total: Int64? { state.withLock { $0.total } }

    var isComplete: Bool { state.withLock { $0.isComplete } }

    var ranges: ByteRangeSet { state.withLock { $0.ranges } }

    /// Takes what the library says now; whether anything came since.
    @discardableResult
    func take(_ record: MediaRecord) -> Bool {
        let size = (try? descriptor.size()) ?? 0
        return state.withLock { state in
            let first = record.renditions.first
            if let version = state.version, let first, !version.describesSame(as: first) {
                // What was read before belongs to a version that is given up.
                if state.readEnd > 0 { state.isChanged = true }
                state.readEnd = 0
            }
            state.version = first ?? state.version
            let before = state.ranges
            if record.state == .complete || record.state == .unproven, let total = record.total {
                // The same file under its final name.
                state.isComplete = true
                state.ranges = ByteRangeSet(CollectionOfOne(0..<total))
                state.total = total
            } else {
                state.ranges = first?.ranges ?? ByteRangeSet()
                let end = record.renditions.flatMap(\.ranges.ranges).map(\.upperBound).max() ?? 0
                if size > end, MediaFile.isTailSound(record, end: end, in: library) {
                    state.ranges.insert(end..<size)
                }
                state.total = first?.total
            }
            guard state.ranges != before || state.isChanged else { return false }
            state.wake()
            return true
        }
    }

    /// Reads as `MediaFile.read` does; nil when no byte came within a time.
    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, waitingUpTo limit: Duration
    ) throws(MediaError) -> Int? {
        guard !buffer.isEmpty else { return 0 }
        let signal = ThreadSignal()
        while true {
            let found = state.withLock { state -> Result<Int?, MediaError> in
                if state.isInterrupted { return .failure(.interrupted) }
                if state.isChanged {
                    state.isChanged = false
                    return .failure(.changed)
                }
                let held = state.ranges.heldEnd(from: offset) - offset
                if held > 0 { return .success(Int(min(Int64(buffer.count), held))) }
                if let total = state.total, offset >= total { return .success(0) }
                state.waiters.append(signal)
                return .success(nil)
            }
            guard let count = try found.get() else {
                guard signal.wait(upTo: limit) else { return nil }
                continue
            }
            guard count > 0 else { return 0 }
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
            let read = try descriptor.read(at: offset, into: part)
            guard read > 0 else {
                // The holder cut the file: the library is about to say so.
                signal.wait(upTo: limit)
                return nil
            }
            state.withLock { $0.readEnd = max($0.readEnd, offset + Int64(read)) }
            return read
        }
    }

    func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.wake()
        }
    }

    func rearm() {
        state.withLock { $0.isInterrupted = false }
    }
}

extension Rendition {
    /// Whether a server would call both one version; lengths learnt later make no other.
    fileprivate func describesSame(as other: Rendition) -> Bool {
        etag == other.etag && lastModified == other.lastModified
            && (total == nil || other.total == nil || total == other.total)
    }
}
