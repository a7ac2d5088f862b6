import CSQLite

/// The full-text tokenizer of this program, which FTS5 knows as `column`.
///
/// Words of alphabetic scripts are folded to lower case, Latin ones also to their base letters.
/// Chinese, Japanese and Korean, which put no space between words, become overlapping pairs of
/// characters, so that any substring of two or more is found as a phrase and a single character as
/// a prefix. Markup is passed over: tags and character references are no words.
enum TextTokenizer {
    /// Makes the tokenizer known to a connection (`fts5_api.xCreateTokenizer`).
    static func register(with database: OpaquePointer) -> Int32 {
        var api: UnsafeMutablePointer<fts5_api>?
        var statement: OpaquePointer?
        var code = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, nil)
        guard code == SQLITE_OK else { return code }
        defer { sqlite3_finalize(statement) }
        code = withUnsafeMutablePointer(to: &api) { pointer in
            let code = sqlite3_bind_pointer(statement, 1, pointer, "fts5_api_ptr", nil)
            sqlite3_step(statement)
            return code
        }
        guard code == SQLITE_OK, let api else { return SQLITE_ERROR }
        var methods = fts5_tokenizer(
            xCreate: createTokenizer, xDelete: deleteTokenizer, xTokenize: tokenize)
        return api.pointee.xCreateTokenizer(api, "column", nil, &methods, nil)
    }

    typealias Emit = (_ token: UnsafePointer<UInt8>, _ count: Int, _ start: Int, _ end: Int) ->
        Int32

    /// Hands each token of UTF-8 text to a closure until that answers another code than OK.
    static func scan(_ text: UnsafeBufferPointer<UInt8>, isQuery: Bool, emit: Emit) -> Int32 {
        // Longer tokens are cut: nobody searches for them, and base64 in notes would fill the index.
        let limit = 48
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit + 16) { token in
            guard let base = token.baseAddress else { return SQLITE_NOMEM }
            var scanner = TokenScanner(text: text, isQuery: isQuery, limit: limit, token: base)
            return scanner.run(emit)
        }
    }
}

/// One pass over a text; bytes go in, tokens come out.
private struct TokenScanner {
    let text: UnsafeBufferPointer<UInt8>
    let isQuery: Bool
    let limit: Int
    let token: UnsafeMutablePointer<UInt8>
    var count = 0
    var start = 0
    var position = 0

    mutating func run(_ emit: TextTokenizer.Emit) -> Int32 {
        while position < text.count {
            let byte = text[position]
            if let folded = asciiFolding(byte) {
                append(folded)
                position += 1
                continue
            }
            if byte < 0x80 {
                let code = flush(emit)
                guard code == SQLITE_OK else { return code }
                skipMarkupOrByte()
                continue
            }
            let code = takeScalar(emit)
            guard code == SQLITE_OK else { return code }
        }
        return flush(emit)
    }

    private mutating func append(_ byte: UInt8) {
        if count == 0 { start = position }
        if count < limit {
            token[count] = byte
            count += 1
        }
    }

    private mutating func flush(_ emit: TextTokenizer.Emit) -> Int32 {
        guard count > 0 else { return SQLITE_OK }
        defer { count = 0 }
        return emit(token, count, start, position)
    }

    /// Passes a tag or a character reference as a whole, anything else as one byte.
    private mutating func skipMarkupOrByte() {
        let byte = text[position]
        let next = position + 1 < text.count ? text[position + 1] : 0
        let isTag =
            byte == UInt8(ascii: "<")
            && (asciiFolding(next).map { $0 > 0x40 } ?? false || next == UInt8(ascii: "/")
                || next == UInt8(ascii: "!"))
        if isTag, let end = find(UInt8(ascii: ">"), within: 4096) {
            position = end + 1
        } else if byte == UInt8(ascii: "&"), let end = find(UInt8(ascii: ";"), within: 12) {
            position = end + 1
        } else {
            position += 1
        }
    }

    private func find(_ wanted: UInt8, within distance: Int) -> Int? {
        text[position..<min(text.count, position + distance)].firstIndex(of: wanted)
    }

    private mutating func takeScalar(_ emit: TextTokenizer.Emit) -> Int32 {
        if ideographLength(in: text, at: position) > 0 {
            let code = flush(emit)
            guard code == SQLITE_OK else { return code }
            return takeIdeographs(emit)
        }
        let (scalar, length) = decodeScalar(in: text, at: position)
        guard let scalar else {
            position += length
            return SQLITE_OK
        }
        if let folded = latinFolding(scalar) {
            append(folded)
        } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            for byte in scalar.properties.lowercaseMapping.utf8 { append(byte) }
        } else if !(0x300...0x36F).contains(scalar.value) {
            let code = flush(emit)
            guard code == SQLITE_OK else { return code }
        }
        position += length
        return SQLITE_OK
    }

    /// A run of n characters gives n - 1 pairs; a document's last character also stands alone, so
    /// that each character begins a token.
    private mutating func takeIdeographs(_ emit: TextTokenizer.Emit) -> Int32 {
        var previous: Int?
        var length = ideographLength(in: text, at: position)
        while length > 0 {
            let end = position + length
            let next = ideographLength(in: text, at: end)
            if let first = previous {
                let code = emitBytes(first..<end, emit)
                guard code == SQLITE_OK else { return code }
            }
            if next == 0 && (previous == nil || !isQuery) {
                let code = emitBytes(position..<end, emit)
                guard code == SQLITE_OK else { return code }
            }
            previous = position
            position = end
            length = next
        }
        return SQLITE_OK
    }

    private func emitBytes(_ range: Range<Int>, _ emit: TextTokenizer.Emit) -> Int32 {
        guard let base = text.baseAddress else { return SQLITE_OK }
        return emit(base + range.lowerBound, range.count, range.lowerBound, range.upperBound)
    }
}

/// Lower case for letters, digits for themselves, nil for what is no part of a word.
///
/// Computed: reading a table costs more, since each look asks whether it was made.
@inline(__always)
private func asciiFolding(_ byte: UInt8) -> UInt8? {
    let lower = byte | 0x20
    if lower &- UInt8(ascii: "a") < 26 { return lower }
    return byte &- UInt8(ascii: "0") < 10 ? byte : nil
}

/// Base letters of U+00C0…U+017F, one a character; `.` where there is none.
private let latinBases = Array(
    ("aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.y"
        + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk."
        + "llllllllllnnnnnnn..oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)

private func latinFolding(_ scalar: Unicode.Scalar) -> UInt8? {
    let index = Int(scalar.value) - 0xC0
    guard latinBases.indices.contains(index), latinBases[index] != UInt8(ascii: ".") else {
        return nil
    }
    return latinBases[index]
}

/// How many bytes the ideographic character at a place has; 0 where there is none.
@inline(__always)
private func ideographLength(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
    guard position < text.count else { return 0 }
    let lead = text[position]
    // Below U+0800 there is none; U+5000…U+9FFF, most of them, are Han without exception.
    guard lead >= 0xE0 else { return 0 }
    if lead >= 0xE5, lead <= 0xE9, position + 2 < text.count,
        text[position + 1] & 0xC0 == 0x80, text[position + 2] & 0xC0 == 0x80
    {
        return 3
    }
    let (scalar, length) = decodeScalar(in: text, at: position)
    return scalar.map { $0.isIdeographic ? length : 0 } ?? 0
}

/// Decodes one scalar; nil with the bytes to pass over where the text is no UTF-8 or at its end.
private func decodeScalar(in text: UnsafeBufferPointer<UInt8>, at position: Int)
    -> (Unicode.Scalar?, Int)
{
    guard position < text.count else { return (nil, 1) }
    let lead = text[position]
    let length =
        lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, position + length <= text.count else { return (nil, 1) }
    guard length > 1 else { return (Unicode.Scalar(lead), 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
        let byte = text[position + offset]
        guard byte & 0xC0 == 0x80 else { return (nil, offset) }
        value = value << 6 | UInt32(byte & 0x3F)
    }
    return (Unicode.Scalar(value), length)
}

extension Unicode.Scalar {
    /// Whether the script puts no space between words: Han, kana, Hangul, Bopomofo.
    fileprivate var isIdeographic: Bool {
        switch value {
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3040...0x30FF, 0x3100...0x318F,
            0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}

// MARK: What FTS5 calls

private func createTokenizer(
    _: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _: Int32,
    _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    // The tokenizer has no state; FTS5 only asks that the pointer is not null.
    result?.pointee = OpaquePointer(bitPattern: 1)
    return SQLITE_OK
}

private func deleteTokenizer(_: OpaquePointer?) {}

private typealias TokenCallback =
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32

private func tokenize(
    _: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ flags: Int32,
    _ text: UnsafePointer<CChar>?, _ count: Int32, _ receive: TokenCallback?
) -> Int32 {
    guard let text, let receive else { return SQLITE_OK }
    return text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
        TextTokenizer.scan(
            UnsafeBufferPointer(start: bytes, count: Int(count)),
            isQuery: flags & FTS5_TOKENIZE_QUERY != 0
        ) { token, length, start, end in
            UnsafeRawPointer(token).withMemoryRebound(to: CChar.self, capacity: length) {
                receive(context, 0, $0, Int32(length), Int32(start), Int32(end))
            }
        }
    }
}
