/// The index in a form that can be kept: an hour takes about 20 kB.
extension MP3Index {
    private static let version: UInt64 = 1

    /// Nil where there is nothing that a later opening could trust.
    func saved(fileLength: Int64) -> [UInt8]? {
        guard isWhole, !hasGarbage, let first = offsets.first else { return nil }
        var bytes: [UInt8] = []
        func put(_ value: UInt64) {
            var rest = value
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        put(Self.version)
        put(UInt64(fileLength))
        put(UInt64(frameCount))
        put(isConstant ? 1 : 0)
        put(UInt64(nextOffset))
        put(UInt64(offsets.count))
        put(UInt64(first))
        for (offset, next) in zip(offsets, offsets.dropFirst()) { put(UInt64(next - offset)) }
        return bytes
    }

    /// Reads what `saved` gave; nil where it is damaged or of another file.
    init?(_ bytes: [UInt8], of info: MP3StreamInfo, fileLength: Int64) {
        var place = 0
        func take() -> Int64? {
            var value: UInt64 = 0
            for shift in stride(from: UInt64(0), to: 56, by: 7) {
                guard place < bytes.count else { return nil }
                value |= UInt64(bytes[place] & 0x7F) << shift
                place += 1
                if bytes[place - 1] & 0x80 == 0 { return Int64(value) }
            }
            return nil
        }
        guard take() == Int64(Self.version), take() == fileLength, let frameCount = take(),
            let isConstant = take(), let nextOffset = take(), let count = take(),
            count > 0, count == (frameCount + Self.step - 1) / Self.step, count <= bytes.count,
            var offset = take(), offset == info.audioOffset
        else { return nil }
        var offsets = [offset]
        offsets.reserveCapacity(Int(count))
        for _ in 1..<count {
            guard let distance = take(), distance > 0, distance < 1 << 20 else { return nil }
            offset += distance
            offsets.append(offset)
        }
        guard place == bytes.count, offset < nextOffset, nextOffset <= fileLength + 4096 else {
            return nil
        }
        self.init(
            info, offsets: offsets, frameCount: frameCount, nextOffset: nextOffset,
            hasOneBitRate: isConstant == 1)
    }
}
