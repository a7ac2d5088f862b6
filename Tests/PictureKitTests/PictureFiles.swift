import CZlib
import TestSupport

/// Picture files for tests: red and green above blue and white, and what strangers send.
enum PictureFiles {
    static let kinds = ["jpg", "png", "webp", "gif"]

    static func quarters(_ kind: String) -> [UInt8] {
        let folder = "\(#filePath)".split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        return readFile(folder + "/Pictures/quarters.\(kind)") ?? []
    }

    /// A PNG of so many pixels, all of one colour, which packs well.
    static func png(width: Int, height: Int, lines: Int) -> [UInt8] {
        let line = [UInt8](repeating: 0, count: 1 + width * 3)
        let raw = [UInt8]((0..<lines).map { _ in line }.joined())
        var size = compressBound(UInt(raw.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        compress2(&packed, &size, raw, UInt(raw.count), 9)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0])
            + chunk("IDAT", Array(packed[..<Int(size)])) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + bytes
        return big(bytes.count) + body + big(Int(crc32(0, body, UInt32(body.count))))
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
