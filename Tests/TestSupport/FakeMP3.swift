/// MP3 bytes that decode to silence and never repeat, the same for the same seed.
///
/// Each frame of 128 kbit/s has empty side information; the rest of it is ancillary data, which
/// decoders skip. So a piece of another file, or from another offset, always shows.
public enum FakeMP3 {
    /// Bytes of a frame: 144 × 128,000 ÷ 44,100, rounded down, without padding.
    public static let frameSize = 417

    /// Seconds that a frame lasts: 1,152 samples at 44,100 Hz.
    public static let frameSeconds = 1_152.0 / 44_100.0

    /// Makes so many bytes; the last frame may be cut short.
    public static func bytes(count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        let headerSize = 4
        let sideInformationSize = 32
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            var position = 0
            while position < count {
                var word = random.next()
                for _ in 0..<min(8, count - position) {
                    // Never 0xFF, so that no frame header seems to stand inside.
                    let byte = UInt8(truncatingIfNeeded: word)
                    buffer[position] = byte == 0xFF ? 0x7F : byte
                    word >>= 8
                    position += 1
                }
            }
            let header: [UInt8] = [0xFF, 0xFB, 0x90, 0x00]
            for start in stride(from: 0, to: count, by: frameSize) {
                for index in 0..<min(headerSize + sideInformationSize, count - start) {
                    buffer[start + index] = index < headerSize ? header[index] : 0
                }
            }
            used = count
        }
    }
}
