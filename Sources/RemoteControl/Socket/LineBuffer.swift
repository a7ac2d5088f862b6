/// Bytes that arrive in any pieces, taken out line by line.
struct LineBuffer {
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    ///
    /// What is before it goes at the next append, and not line by line,
    /// which would take a second for a flood of empty lines.
    private var start = 0
    private var searched = 0

    /// How many bytes wait for their line's end.
    var count: Int { bytes.count - start }

    mutating func append(_ piece: some Sequence<UInt8>) {
        bytes.removeSubrange(..<start)
        searched -= start
        start = 0
        bytes.append(contentsOf: piece)
    }

    /// The next whole line without its end.
    mutating func takeLine() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
            searched = bytes.count
            return nil
        }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }
}
