/// Counts the places of an MP3 file where bytes between frames are no frame, from the first such place on.
///
/// Tags in the middle, and files of another rate that were joined on, are no damage.
struct MP3DamageScan {
    /// So much is looked at in one go, which takes some hundredths of a second at most.
    private static let stretch: Int64 = 4 << 20
    /// Headers in step that make a place believable.
    private static let proof = 3

    private(set) var damage = MediaDamage()
    /// Where the next header is looked for.
    private(set) var nextOffset: Int64
    private var header: MP3FrameHeader
    /// Where the place begins whose end is looked for.
    private var gapStart: Int64?
    private var isTag = false

    init(from offset: Int64, like header: MP3FrameHeader) {
        nextOffset = offset
        self.header = header
    }

    /// Goes on over what is held up to an offset; whether there is more to look at now.
    mutating func extend(
        _ window: inout ByteWindow, upTo limit: Int64, isEnd: Bool
    ) throws(AudioError) -> Bool {
        let stop = nextOffset + Self.stretch
        while nextOffset + 4 <= limit {
            if nextOffset > stop { return true }
            let word = try window.word(at: nextOffset) ?? 0
            if gapStart == nil, let found = MP3FrameHeader(word), found.isCompatible(with: header) {
                let next = nextOffset + Int64(found.byteCount)
                guard next <= limit else { return false }
                nextOffset = next
                continue
            }
            switch try follows(&window, at: nextOffset, word: word, limit: limit, isEnd: isEnd) {
            case .some(let found?):
                close(at: nextOffset, found)
            case .some(nil):
                if gapStart == nil { try open(&window) }
                nextOffset += 1
            case nil: return false
            }
        }
        return false
    }

    private mutating func open(_ window: inout ByteWindow) throws(AudioError) {
        gapStart = nextOffset
        let head = try window.slice(at: nextOffset, length: 11)
        isTag = ["ID3", "TAG", "APETAGEX", "LYRICSBEGIN"].contains { head.starts(with: $0.utf8) }
    }

    private mutating func close(at offset: Int64, _ found: MP3FrameHeader) {
        if let gapStart, !isTag {
            damage.places += 1
            damage.bytes += offset - gapStart
        }
        gapStart = nil
        header = found
    }

    /// The header of a frame that others follow; an inner nil where there is none, an outer one where
    /// more bytes must come before that can be said.
    private func follows(
        _ window: inout ByteWindow, at offset: Int64, word: UInt32, limit: Int64, isEnd: Bool
    ) throws(AudioError) -> MP3FrameHeader?? {
        guard let first = MP3FrameHeader(word) else { return .some(nil) }
        var position = offset
        var current = first
        for _ in 1..<Self.proof {
            position += Int64(current.byteCount)
            // The file's end is as good as a further header.
            if position + 4 > limit { return isEnd ? .some(position <= limit ? first : nil) : nil }
            guard let next = try window.word(at: position).flatMap({ MP3FrameHeader($0) }),
                next.isCompatible(with: first)
            else { return .some(nil) }
            current = next
        }
        return first
    }
}
