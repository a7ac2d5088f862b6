import AudioKit
import Synchronization

/// Bytes from memory.
final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private let count = Atomic(0)

    /// How many bytes were read so far.
    var readCount: Int { count.load(ordering: .relaxed) }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var length: Int64? { Int64(bytes.count) }
    var isComplete: Bool { true }
    var availableRanges: [Range<Int64>] { [0..<Int64(bytes.count)] }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let start = Int(min(offset, Int64(bytes.count)))
        let count = min(buffer.count, bytes.count - start)
        self.count.add(count, ordering: .relaxed)
        buffer.copyBytes(from: bytes[start..<(start + count)])
        return count
    }

    func interrupt() {}
    func rearm() {}
}
