/// What an image file is, by its first bytes: a label of its server may be wrong.
enum ImageKind: String, Sendable, CaseIterable {
    case png
    case jpeg
    case gif
    case webp
    case avif
    case bmp

    /// Looks at the first bytes; nil where it is no image of these kinds.
    init?(_ bytes: [UInt8]) {
        func has(_ text: String, at offset: Int = 0) -> Bool {
            bytes.count >= offset + text.utf8.count
                && bytes[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
        }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("ftypavif", at: 4) || has("ftypavis", at: 4) {
            self = .avif
        } else if has("BM"), bytes.count > 26 {
            self = .bmp
        } else {
            return nil
        }
    }

    /// The ending of its file's name.
    var suffix: String { self == .jpeg ? "jpg" : rawValue }
}
