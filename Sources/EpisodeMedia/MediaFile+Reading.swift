import ColumnModel
import ColumnStore
import Synchronization
import ThreadKit

extension MediaFile {
    /// What a reader finds at a position.
    private enum Found {
        case bytes(count: Int, generation: Int)
        case end
        case changed
        case error(MediaError)
        case nothing(ThreadSignal)
    }

    /// Reads at an offset and blocks until at least one byte is there; 0 means the true end.
    ///
    /// For plain threads only, never from Swift's pool. Throws when the fetch has failed, when the
    /// file became another version meanwhile, and from `interrupt()` until `rearm()`.
    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer)
        throws(MediaError) -> Int
    {
        var mark = ReaderMark()
        while true {
            let count = try read(
                at: offset, into: buffer, waitingUpTo: .seconds(3600), after: &mark)
            if let count {
                return count
            }
        }
    }

    /// Reads likewise, and gives nil when no byte came within a time.
    ///
    /// Throws `changed` once where bytes that the reader has seen were given up since.
    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, waitingUpTo limit: Duration,
        after mark: inout ReaderMark
    ) throws(MediaError) -> Int? {
        guard !buffer.isEmpty else { return 0 }
        while true {
            switch look(at: offset, count: buffer.count, after: mark) {
            case .bytes(let count, let generation):
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                let read = try descriptor.read(at: offset, into: part)
                let isSame = state.withLock { $0.generation == generation }
                guard isSame else {
                    mark = ReaderMark()
                    throw .changed
                }
                guard read > 0 else {
                    // The file is shorter than it was when it was opened.
                    throw .file(call: "pread", path: descriptor.path, errno: 0)
                }
                mark.generation = generation
                mark.end = max(mark.end, offset + Int64(read))
                return read
            case .end: return 0
            case .changed:
                mark = ReaderMark()
                throw .changed
            case .error(let error): throw error
            case .nothing(let signal):
                guard signal.wait(upTo: limit) else { return nil }
            }
        }
    }

    /// Makes the read that waits, and all that follow, end at once; callable from any thread.
    public func interrupt() {
        state.withLock { state in
            state.isInterrupted = true
            state.wakeReaders()
        }
    }

    /// Lets reads through again after `interrupt()`.
    public func rearm() {
        state.withLock { $0.isInterrupted = false }
    }

    /// Ends all waiting with an error, or lets readers wait again with nil.
    func setReaderError(_ error: MediaError?) {
        state.withLock { state in
            state.readerError = error
            if error != nil {
                state.wakeReaders()
            }
        }
    }

    private func look(at offset: Int64, count: Int, after mark: ReaderMark) -> Found {
        state.withLock { state in
            if state.isInterrupted {
                return .error(.interrupted)
            }
            if state.isOutdated(mark) {
                return .changed
            }
            if let owner = state.owner(of: offset) {
                let available = Int(clamping: owner.end - offset)
                return .bytes(count: min(count, available), generation: state.generation)
            }
            if let total = state.held.first?.rendition.total, offset >= total {
                return .end
            }
            if let error = state.readerError {
                return .error(error)
            }
            let signal = ThreadSignal()
            state.waiters.append(signal)
            return .nothing(signal)
        }
    }
}
