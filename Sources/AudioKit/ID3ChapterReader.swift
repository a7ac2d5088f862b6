/// Reads CHAP and CTOC frames of an ID3v2.3 or 2.4 tag; pictures and all else are hopped over.
struct ID3ChapterReader {
    /// A frame longer than this is no chapter; a tag with more frames is damaged.
    private static let longestFrame: Int64 = 1 << 20
    private static let mostFrames = 10_000

    private var window: ByteWindow

    init(_ source: any ByteSource) {
        window = ByteWindow(over: source, capacity: Int(Self.longestFrame))
    }

    /// The chapters as the tag's table of contents shows them, else by their time.
    mutating func read() throws(AudioError) -> [MediaChapter] {
        var chapters: [(id: [UInt8], chapter: MediaChapter)] = []
        var table = ID3TableOfContents()
        try forEachFrame(of: ["CHAP", "CTOC"], upTo: Self.longestFrame) { name, body, version in
            if name == "CTOC" {
                if let element = Self.element(body[...], version) { table.add(element) }
            } else if let chapter = Self.chapter(body[...], version) {
                chapters.append((Array(body.prefix { $0 != 0 }), chapter))
            }
        }
        return table.listing(of: chapters)
    }

    /// The gain in decibels that a tagger computed (TXXX:REPLAYGAIN_TRACK_GAIN, RVA2); nil for none.
    mutating func trackGain() throws(AudioError) -> Double? {
        var gain: Double?
        try forEachFrame(of: ["TXXX", "RVA2"], upTo: 4096) { name, body, _ in
            gain = gain ?? (name == "RVA2" ? Self.volumeGain(body) : Self.textGain(body))
        }
        return gain
    }

    private mutating func forEachFrame(
        of names: Set<String>, upTo longest: Int64,
        _ body: (_ name: String, _ content: [UInt8], _ version: UInt8) -> Void
    ) throws(AudioError) {
        let head = try window.slice(at: 0, length: 10)
        var end = ID3v2.length(head)
        guard end > 10, head[3] == 3 || head[3] == 4 else { return }
        let version = head[3]
        if version == 3, head[5] & 0x80 != 0 {
            // In 2.3 the zeros were put in last and no size counts them: they go out first.
            let length = Int(min(end, Self.longestFrame))
            let plain = Self.resynchronised(try window.slice(at: 0, length: length))
            window = ByteWindow(over: MemoryByteSource(plain), capacity: length)
            end = Int64(plain.count)
        }
        var offset: Int64 = 10
        if head[5] & 0x40 != 0 {
            // The extended header counts itself in 2.4 and not in 2.3.
            let size = try window.slice(at: 10, length: 4)
            guard size.count == 4 else { return }
            offset += version == 4 ? Self.synchsafe(size) : Self.number(size) + 4
        }
        for _ in 0..<Self.mostFrames {
            let header = try window.slice(at: offset, length: 10)
            guard offset + 10 < end, header.count == 10, header[0] >= 0x30 else { break }
            let size = Self.frameSize(header, version)
            guard size > 0, offset + 10 + size <= end else { break }
            let name = String(decoding: header[..<4], as: UTF8.self)
            if names.contains(name), size <= longest {
                var content = try window.slice(at: offset + 10, length: Int(size))
                if version == 4, header[9] & 2 != 0 {
                    content = Self.resynchronised(content)
                }
                body(name, content, version)
            }
            offset += 10 + size
        }
    }
}

extension ID3ChapterReader {
    /// A description and a value such as `-6.32 dB`, in one of four encodings.
    private static func textGain(_ bytes: [UInt8]) -> Double? {
        guard let encoding = bytes.first else { return nil }
        let all = decode(bytes.dropFirst(), encoding)
        let parts = all.split(separator: "\0", maxSplits: 1).map { part in
            part.drop { $0 == "\u{FEFF}" || $0 == "\u{FFFE}" }
        }
        guard parts.count == 2, parts[0].lowercased() == "replaygain_track_gain" else { return nil }
        return TaggedLoudness.decibels(parts[1])
    }

    /// An identification, a zero, then channel, gain in 512ths of a decibel, and the peak.
    private static func volumeGain(_ bytes: [UInt8]) -> Double? {
        guard let zero = bytes.firstIndex(of: 0), bytes.count >= zero + 4, bytes[zero + 1] == 1
        else {
            return nil
        }
        let value = Int16(bitPattern: UInt16(bytes[zero + 2]) << 8 | UInt16(bytes[zero + 3]))
        return Double(value) / 512
    }

    private static func chapter(_ body: ArraySlice<UInt8>, _ version: UInt8) -> MediaChapter? {
        // An identifier, then start and end in milliseconds, then two byte offsets.
        guard let zero = body.firstIndex(of: 0), body.endIndex - zero > 16 else { return nil }
        let times = body[(zero + 1)..<(zero + 9)]
        let start = number(Array(times.prefix(4)))
        let end = number(Array(times.suffix(4)))
        let (title, url) = describing(body[(zero + 17)...], version)
        return MediaChapter(
            start: .milliseconds(start), end: end > start ? .milliseconds(end) : nil,
            title: title, url: url)
    }

    /// A name, flags, how many children there are, their names; then what describes it.
    private static func element(_ body: ArraySlice<UInt8>, _ version: UInt8)
        -> ID3TableOfContents.Element?
    {
        guard let zero = body.firstIndex(of: 0), body.endIndex - zero > 2 else { return nil }
        let flags = body[zero + 1]
        var children: [[UInt8]] = []
        var rest = body[(zero + 3)...]
        // The count may lie: what is not there is no child.
        for _ in 0..<body[zero + 2] {
            guard let end = rest.firstIndex(of: 0) else { break }
            children.append(Array(rest[..<end]))
            rest = rest[(end + 1)...]
        }
        return ID3TableOfContents.Element(
            id: Array(body[..<zero]), isTopLevel: flags & 2 != 0, isOrdered: flags & 1 != 0,
            children: children, title: describing(rest, version).title)
    }

    /// Title and link among the frames that are embedded in another.
    private static func describing(_ frames: ArraySlice<UInt8>, _ version: UInt8)
        -> (title: String, url: String?)
    {
        var title = ""
        var url: String?
        var rest = frames
        while rest.count > 10 {
            let header = Array(rest.prefix(10))
            let size = Int(frameSize(header, version))
            guard size > 0, size <= rest.count - 10 else { break }
            let content = Array(rest.dropFirst(10).prefix(size))
            if header.starts(with: "TIT2".utf8) {
                title = text(content)
            } else if header.starts(with: "WXXX".utf8) {
                url = link(content)
            }
            rest = rest.dropFirst(10 + size)
        }
        return (title, url)
    }

    private static func frameSize(_ header: [UInt8], _ version: UInt8) -> Int64 {
        let size = Array(header[4..<8])
        // Old iTunes wrote plain sizes in 2.4; a byte with its top bit set betrays it.
        return version == 4 && size.allSatisfy { $0 < 0x80 } ? synchsafe(size) : number(size)
    }

    private static func number(_ bytes: [UInt8]) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func synchsafe(_ bytes: [UInt8]) -> Int64 {
        bytes.reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
    }

    /// Takes out the zero that was put behind each FF.
    private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes where !(byte == 0 && result.last == 0xFF) { result.append(byte) }
        return result
    }

    private static func text(_ bytes: [UInt8]) -> String {
        guard let encoding = bytes.first else { return "" }
        return decode(bytes.dropFirst(), encoding).trimmingNulls
    }

    /// A description, a zero in its encoding, then the address in Latin-1.
    private static func link(_ bytes: [UInt8]) -> String? {
        guard let encoding = bytes.first else { return nil }
        let isWide = encoding == 1 || encoding == 2
        var index = 1
        while index < bytes.count {
            if bytes[index] == 0, !isWide || index + 1 < bytes.count && bytes[index + 1] == 0 {
                break
            }
            index += isWide ? 2 : 1
        }
        let address = decode(bytes.dropFirst(index + (isWide ? 2 : 1)), 0).trimmingNulls
        return address.isEmpty ? nil : address
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> String {
        switch encoding {
        case 0:
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        case 1, 2:
            let isLittle = encoding == 1 && bytes.starts(with: [0xFF, 0xFE])
            let hasMark = isLittle || bytes.starts(with: [0xFE, 0xFF])
            let content = Array(hasMark ? bytes.dropFirst(2) : bytes)
            let units = stride(from: 0, to: content.count - 1, by: 2).map { index in
                isLittle
                    ? UInt16(content[index]) | UInt16(content[index + 1]) << 8
                    : UInt16(content[index]) << 8 | UInt16(content[index + 1])
            }
            return String(decoding: units, as: UTF16.self)
        default:
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension String {
    fileprivate var trimmingNulls: String {
        String(prefix { $0 != "\0" })
    }
}
