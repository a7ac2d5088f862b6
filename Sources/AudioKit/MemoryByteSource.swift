/// Bytes that are already in memory, as a source for parsers.
final class MemoryByteSource: ByteSource {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var length: Int64? { Int64(bytes.count) }
    var isComplete: Bool { true }
    var availableRanges: [Range<Int64>] { bytes.isEmpty ? [] : [0..<Int64(bytes.count)] }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        let start = Int(min(max(0, offset), Int64(bytes.count)))
        let count = min(buffer.count, bytes.count - start)
        buffer.copyBytes(from: bytes[start..<(start + count)])
        return count
    }

    func interrupt() {}
    func rearm() {}
}
