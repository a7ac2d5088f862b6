/// Reads JSON text piece by piece and tells of each value as it comes, without building a tree.
///
/// Bytes are given with `append`, events are taken with `next` until it asks for more. Memory is
/// bounded: a string's bytes beyond 4 MiB are dropped, nesting beyond 512 is refused. Broken text
/// ends the events with `.failure`; no bytes make it trap.
public struct JSONReader: ~Copyable {
    /// The most bytes of one string that are kept.
    public static let maximumString = 4 << 20
    /// The deepest nesting that is read.
    public static let maximumDepth = 512

    private enum Expectation {
        case value
        case valueOrEnd
        case keyOrEnd
        case colon
        case commaOrEnd
        case nothing
    }

    private var window: [UInt8] = []
    private var cursor = 0
    private var isFinal = false
    private var isInString = false
    private var isKey = false
    private var expectation = Expectation.value
    private var containers: [UInt8] = []
    private var highSurrogate: UInt32?
    private var consumed = 0
    /// The bytes of the last key, string or number.
    public private(set) var text: [UInt8] = []
    /// Whether a string was cut at the limit.
    public private(set) var hasCutString = false

    /// Makes a reader of one text.
    public init() {}

    /// How many arrays and objects are open.
    public var depth: Int { containers.count }

    /// How many bytes were read.
    public var offset: Int { consumed + cursor }

    /// Gives the next bytes of the text.
    public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        if cursor > 0 {
            consumed += cursor
            window.removeSubrange(..<cursor)
            cursor = 0
        }
        window.append(contentsOf: bytes)
    }

    /// Says that no more bytes come.
    public mutating func finish() {
        isFinal = true
    }

    /// The last key, string or number as a string.
    public var string: String { String(decoding: text, as: UTF8.self) }

    /// Moves on to the next event.
    public mutating func next() -> JSONEvent {
        if isInString {
            return readString()
        }
        while cursor < window.count {
            let byte = window[cursor]
            if byte == 32 || byte == 10 || byte == 13 || byte == 9 {
                cursor += 1
                continue
            }
            if let event = read(byte) {
                return event
            }
        }
        guard isFinal else { return .needsInput }
        return expectation == .nothing && containers.isEmpty ? .end : .failure
    }

    /// Reads the token that begins with a byte; nil for those that are no event.
    private mutating func read(_ byte: UInt8) -> JSONEvent? {
        switch (byte, expectation) {
        case (UInt8(ascii: ","), .commaOrEnd):
            cursor += 1
            expectation = containers.last == UInt8(ascii: "{") ? .keyOrEnd : .valueOrEnd
            return nil
        case (UInt8(ascii: ":"), .colon):
            cursor += 1
            expectation = .value
            return nil
        case (UInt8(ascii: "\""), .keyOrEnd):
            return beginString(isKey: true)
        case (UInt8(ascii: "\""), .value), (UInt8(ascii: "\""), .valueOrEnd):
            return beginString(isKey: false)
        case (UInt8(ascii: "{"), .value), (UInt8(ascii: "{"), .valueOrEnd),
            (UInt8(ascii: "["), .value), (UInt8(ascii: "["), .valueOrEnd):
            return open(byte)
        case (UInt8(ascii: "}"), .keyOrEnd), (UInt8(ascii: "}"), .commaOrEnd):
            return close(UInt8(ascii: "{"))
        case (UInt8(ascii: "]"), .valueOrEnd), (UInt8(ascii: "]"), .commaOrEnd):
            return close(UInt8(ascii: "["))
        case (_, .value), (_, .valueOrEnd):
            return readWord()
        default:
            return .failure
        }
    }

    private mutating func open(_ bracket: UInt8) -> JSONEvent {
        guard containers.count < Self.maximumDepth else { return .failure }
        cursor += 1
        containers.append(bracket)
        let isObject = bracket == UInt8(ascii: "{")
        expectation = isObject ? .keyOrEnd : .valueOrEnd
        return isObject ? .beginObject : .beginArray
    }

    private mutating func close(_ bracket: UInt8) -> JSONEvent {
        guard containers.last == bracket else { return .failure }
        cursor += 1
        containers.removeLast()
        endValue()
        return bracket == UInt8(ascii: "{") ? .endObject : .endArray
    }

    private mutating func endValue() {
        expectation = containers.isEmpty ? .nothing : .commaOrEnd
    }

    /// Reads a number, true, false or null.
    private mutating func readWord() -> JSONEvent {
        var end = cursor
        while end < window.count, isWordByte(window[end]) {
            end += 1
        }
        guard end < window.count || isFinal else {
            return end - cursor > 4_096 ? .failure : .needsInput
        }
        text.removeAll(keepingCapacity: true)
        text.append(contentsOf: window[cursor..<end])
        let first = window[cursor]
        guard end > cursor else { return .failure }
        cursor = end
        endValue()
        switch first {
        case UInt8(ascii: "t") where text.elementsEqual("true".utf8): return .bool(true)
        case UInt8(ascii: "f") where text.elementsEqual("false".utf8): return .bool(false)
        case UInt8(ascii: "n") where text.elementsEqual("null".utf8): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        default: return .failure
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 97 < 26 || byte &- 48 < 10 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    }

    // MARK: Strings

    private mutating func beginString(isKey: Bool) -> JSONEvent {
        cursor += 1
        isInString = true
        self.isKey = isKey
        highSurrogate = nil
        text.removeAll(keepingCapacity: true)
        return readString()
    }

    private mutating func readString() -> JSONEvent {
        while true {
            let run = plainRun()
            if run > cursor {
                keep(from: cursor, to: run)
                cursor = run
            }
            guard cursor < window.count else {
                return isFinal ? .failure : .needsInput
            }
            if window[cursor] == UInt8(ascii: "\"") {
                cursor += 1
                return endString()
            }
            guard let length = readEscape() else {
                return isFinal ? .failure : .needsInput
            }
            cursor += length
        }
    }

    /// The place of the next quote or backslash.
    private func plainRun() -> Int {
        window.withUnsafeBufferPointer { bytes in
            var index = cursor
            while index < bytes.count, bytes[index] != 34, bytes[index] != 92 {
                index += 1
            }
            return index
        }
    }

    private mutating func endString() -> JSONEvent {
        flushSurrogate()
        isInString = false
        if isKey {
            expectation = .colon
            return .key
        }
        endValue()
        return .string
    }

    private mutating func keep(from start: Int, to end: Int) {
        flushSurrogate()
        let room = Self.maximumString - text.count
        if end - start > room {
            hasCutString = true
        }
        text.append(contentsOf: window[start..<min(end, start + max(0, room))])
    }

    private mutating func keep(_ scalar: UInt32) {
        guard text.count + 4 <= Self.maximumString else {
            hasCutString = true
            return
        }
        let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        text.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func flushSurrogate() {
        if highSurrogate != nil {
            highSurrogate = nil
            keep(0xFFFD)
        }
    }

    /// Reads the escape at the cursor; how long it is, or nil when it is cut.
    private mutating func readEscape() -> Int? {
        guard cursor + 1 < window.count else { return nil }
        guard window[cursor + 1] == UInt8(ascii: "u") else {
            flushSurrogate()
            switch window[cursor + 1] {
            case UInt8(ascii: "n"): keep(10)
            case UInt8(ascii: "t"): keep(9)
            case UInt8(ascii: "r"): keep(13)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): break
            case let other where other < 0x80: keep(UInt32(other))
            default: return 1
            }
            return 2
        }
        guard cursor + 5 < window.count else { return nil }
        var value: UInt32 = 0
        for index in cursor + 2..<cursor + 6 {
            guard let digit = hexDigit(window[index]) else {
                flushSurrogate()
                keep(0xFFFD)
                return 2
            }
            value = value << 4 | digit
        }
        take(value)
        return 6
    }

    private mutating func take(_ unit: UInt32) {
        if let high = highSurrogate, unit &- 0xDC00 < 0x400 {
            highSurrogate = nil
            keep(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00))
            return
        }
        flushSurrogate()
        if unit &- 0xD800 < 0x400 {
            highSurrogate = unit
        } else if unit >= 0x20 || unit == 9 || unit == 10 || unit == 13 {
            keep(unit)
        }
    }

    private func hexDigit(_ byte: UInt8) -> UInt32? {
        if byte &- 48 < 10 {
            return UInt32(byte &- 48)
        }
        let letter = (byte | 0x20) &- 97
        return letter < 6 ? UInt32(letter) + 10 : nil
    }
}
