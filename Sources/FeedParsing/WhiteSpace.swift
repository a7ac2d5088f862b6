/// White space by Unicode, on bytes of UTF-8.
enum WhiteSpace {
    /// The text without outer white space and with inner runs made one space, cut after so many
    /// code points.
    static func collapsed(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit < 1 << 20 ? limit * 2 : bytes.count))
        var count = 0
        var isPending = false
        var index = 0
        while index < bytes.count, count < limit {
            let space = length(at: index, in: bytes)
            if space > 0 {
                isPending = !output.isEmpty
                index += space
                continue
            }
            if isPending {
                isPending = false
                output.append(32)
                count += 1
                continue
            }
            output.append(bytes[index])
            count += 1
            index += 1
            while index < bytes.count, bytes[index] & 0xC0 == 0x80 {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    /// How many bytes of white space stand at a place; 0 for none.
    @inline(__always)
    private static func length(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let byte = bytes[index]
        if byte < 0x80 {
            return byte == 32 || byte &- 9 < 5 || byte &- 28 < 4 ? 1 : 0
        }
        guard byte == 0xC2 || (0xE1...0xE3).contains(byte) else { return 0 }
        return wideLength(at: index, in: bytes)
    }

    private static func wideLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard index + 1 < bytes.count else { return 0 }
        if bytes[index] == 0xC2 {
            return bytes[index + 1] == 0x85 || bytes[index + 1] == 0xA0 ? 2 : 0
        }
        guard index + 2 < bytes.count else { return 0 }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9),
            (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
            return 3
        default:
            return 0
        }
    }
}
