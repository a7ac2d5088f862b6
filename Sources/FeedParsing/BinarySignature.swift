/// Knows files that are no text by their first bytes.
enum BinarySignature {
    private static let signatures: [[UInt8]] = [
        Array("ID3".utf8), [0xFF, 0xFB], [0xFF, 0xF3], [0xFF, 0xF2], [0xFF, 0xF1],
        Array("OggS".utf8), Array("fLaC".utf8), Array("RIFF".utf8), [0x89, 0x50, 0x4E, 0x47],
        [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("PK".utf8) + [3, 4], Array("%PDF-".utf8),
        [0x7F, 0x45, 0x4C, 0x46],
    ]

    static func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        signatures.contains { bytes.starts(with: $0) }
            || (bytes.count >= 12 && bytes[4...].starts(with: "ftyp".utf8))
    }
}
