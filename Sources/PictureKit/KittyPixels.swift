import CZlib

/// Pixels as kitty's graphics protocol takes them: packed (`o=z`), in base64.
enum KittyPixels {
    static func base64(_ pixels: [UInt8]) -> [UInt8]? {
        var size = compressBound(UInt(pixels.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        // compress2: level 6 is zlib's own choice.
        guard compress2(&packed, &size, pixels, UInt(pixels.count), 6) == Z_OK else { return nil }
        return encode(packed[..<Int(size)])
    }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let count = min(3, bytes.endIndex - index)
            var group = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < count ? Int(bytes[index + offset]) : 0)
            }
            for place in 0..<4 {
                text.append(
                    place <= count ? letters[group >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
            index += 3
        }
        return text
    }
}
