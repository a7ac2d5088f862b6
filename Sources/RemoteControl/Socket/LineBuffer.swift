/// Bytes that arrive in any pieces, taken out line by line.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private var searched = 0

    /// How many bytes wait for their line's end.
    var count: Int { bytes.count }

    mutating func append(_ piece: some Sequence<UInt8>) {
        bytes.append(contentsOf: piece)
    }

    /// The next whole line without its end.
    mutating func takeLine() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
            searched = bytes.count
            return nil
        }
        let line = Array(bytes[..<end])
        bytes.removeSubrange(...end)
        searched = 0
        return line
    }
}
