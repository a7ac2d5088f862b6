/// Bytes as a gzip file of stored blocks (RFC 1952): valid, and not smaller.
public func gzipStored(_ bytes: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var start = 0
    repeat {
        let end = min(start + 65_535, bytes.count)
        let length = UInt16(end - start)
        file.append(end == bytes.count ? 1 : 0)
        file += littleEndian(length) + littleEndian(~length)
        file += bytes[start..<end]
        start = end
    } while start < bytes.count
    return file + littleEndian(crc32(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
}

/// The checksum of gzip and PNG (CRC-32, polynomial 0xEDB88320).
func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { checksum, byte in
        (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
    }
}

private func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
