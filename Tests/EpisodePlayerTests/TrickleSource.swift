import AudioKit
import Synchronization
import TestSupport
import Testing
import ThreadKit

/// A file whose bytes come when the test says so.
final class TrickleSource: ByteSource {
    private struct State {
        var held: [Range<Int64>] = []
        var failure: AudioError?
        var isInterrupted = false
        var wanted: Int64?
    }

    private let bytes: [UInt8]
    private let state = Mutex(State())
    private let signal = ThreadSignal()
    /// Where a read waits for bytes.
    let wanted = Watched<Int64?>(nil)
    let length: Int64?

    convenience init(_ name: String, announcedLength: Int64? = nil) throws {
        try self.init(path: Fixture.path(name), announcedLength: announcedLength)
    }

    init(path: String, announcedLength: Int64? = nil) throws {
        bytes = try #require(readFile(path))
        length = announcedLength ?? Int64(bytes.count)
    }

    var size: Int64 { Int64(bytes.count) }

    var isComplete: Bool {
        state.withLock { $0.held == [0..<Int64(bytes.count)] && length == Int64(bytes.count) }
    }

    var availableRanges: [Range<Int64>] { state.withLock { $0.held } }

    /// Says what is held from now on: ascending, not touching.
    func hold(_ ranges: Range<Int64>...) {
        state.withLock { $0.held = ranges }
        signal.notify()
    }

    func fail(_ error: AudioError) {
        state.withLock { $0.failure = error }
        signal.notify()
    }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        while true {
            let now = state.withLock { $0 }
            if now.isInterrupted { throw .interrupted }
            if let range = now.held.first(where: { $0.contains(offset) }) {
                let count = min(buffer.count, Int(range.upperBound - offset))
                buffer.copyBytes(from: bytes[Int(offset)..<(Int(offset) + count)])
                return count
            }
            if let length, offset >= length { return 0 }
            if let failure = now.failure { throw failure }
            wanted.update { $0 = offset }
            signal.wait()
        }
    }

    func interrupt() {
        state.withLock { $0.isInterrupted = true }
        signal.notify()
    }

    func rearm() {
        state.withLock { $0.isInterrupted = false }
    }
}
