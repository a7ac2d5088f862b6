/// The tag before the sound; here only its extent.
enum ID3v2 {
    /// The bytes that a tag at the head of `bytes` takes, header and footer included; 0 for none.
    static func length(_ bytes: [UInt8]) -> Int64 {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8),
            bytes[3] != 0xFF, bytes[4] != 0xFF,
            bytes[6...9].allSatisfy({ $0 < 0x80 })
        else { return 0 }
        let size = bytes[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1) }
        return 10 + size + (bytes[5] & 0x10 != 0 ? 10 : 0)
    }

    /// Where the tags end that begin at an offset; some files have several in a row.
    static func end(_ window: inout ByteWindow, from offset: Int64) throws(AudioError) -> Int64 {
        var end = offset
        for _ in 0..<16 {
            let length = length(try window.slice(at: end, length: 10))
            if length == 0 { break }
            end += length
        }
        return end
    }
}
