/// A moving window over a byte source, so that parsers look at single bytes cheaply.
struct ByteWindow {
    private let source: any ByteSource
    private var bytes: [UInt8]
    private var start: Int64 = 0
    private var count = 0

    init(over source: any ByteSource, capacity: Int = 65_536) {
        self.source = source
        bytes = [UInt8](repeating: 0, count: capacity)
    }

    /// The four bytes at an offset as a word, the first highest; nil where the file ends before.
    mutating func word(at offset: Int64) throws(AudioError) -> UInt32? {
        guard try fill(offset, 4) else { return nil }
        let index = Int(offset - start)
        return UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16
            | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3])
    }

    /// Up to `length` bytes at an offset; fewer only where the file ends.
    mutating func slice(at offset: Int64, length: Int) throws(AudioError) -> [UInt8] {
        let wanted = min(length, bytes.count)
        _ = try fill(offset, wanted)
        let index = Int(offset - start)
        guard index >= 0, index < count else { return [] }
        return Array(bytes[index..<min(index + wanted, count)])
    }

    /// Makes sure that bytes lie in the window; false where the file ends before them.
    private mutating func fill(_ offset: Int64, _ length: Int) throws(AudioError) -> Bool {
        if offset >= start, offset + Int64(length) <= start + Int64(count) { return true }
        start = offset
        count = 0
        while count < length {
            let read = try readMore()
            if read == 0 { return false }
            count += read
        }
        return true
    }

    private mutating func readMore() throws(AudioError) -> Int {
        let position = start + Int64(count)
        let filled = count
        let source = source
        var failure: AudioError?
        let read = bytes.withUnsafeMutableBytes { all in
            let free = UnsafeMutableRawBufferPointer(rebasing: all[filled...])
            do throws(AudioError) {
                return try source.survey(at: position, into: free)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return read
    }
}
