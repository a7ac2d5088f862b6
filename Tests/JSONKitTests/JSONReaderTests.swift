import JSONKit
import Testing

@Suite("JSON reader")
struct JSONReaderTests {
    /// The events of a text that comes in pieces, as words.
    private func events(_ text: String, pieces: Int = .max) -> [String] {
        var reader = JSONReader()
        var rest = Array(text.utf8)[...]
        var words: [String] = []
        while true {
            let event = reader.next()
            switch event {
            case .needsInput:
                let piece = Array(rest.prefix(pieces))
                rest = rest.dropFirst(pieces)
                if piece.isEmpty {
                    reader.finish()
                } else {
                    piece.withUnsafeBufferPointer { reader.append($0) }
                }
            case .beginObject: words.append("{")
            case .endObject: words.append("}")
            case .beginArray: words.append("[")
            case .endArray: words.append("]")
            case .key: words.append(reader.string + ":")
            case .string: words.append("'" + reader.string + "'")
            case .number: words.append(reader.string)
            case .bool(let value): words.append("\(value)")
            case .null: words.append("null")
            case .end: return words
            case .failure: return words + ["failure"]
            }
        }
    }

    @Test(
        "text is read the same in pieces of any size",
        arguments: [
            (
                #"{"a": [1, -2.5e3, true, false, null, {}], "b": "c"}"#,
                [
                    "{", "a:", "[", "1", "-2.5e3", "true", "false", "null", "{", "}", "]", "b:",
                    "'c'", "}",
                ]
            ),
            (#""\u00e9\n\ud83d\ude00\\\"\/""#, ["'é\n😀\\\"/'"]),
            (
                #"["\ud83d", "\udc00x", "\uZZ"]"#,
                ["[", "'\u{FFFD}'", "'\u{FFFD}x'", "'\u{FFFD}ZZ'", "]"]
            ),
            ("[1,]", ["[", "1", "]"]),
            (#"{"a":1,}"#, ["{", "a:", "1", "}"]),
            ("", ["failure"]),
            ("[1", ["[", "1", "failure"]),
            (#"{"a" 1}"#, ["{", "a:", "failure"]),
            (#"{"a":"#, ["{", "a:", "failure"]),
            (#"["x"#, ["[", "failure"]),
            ("[1 2]", ["[", "1", "failure"]),
            ("nul", ["failure"]),
            ("[}", ["[", "failure"]),
            ("1 1", ["1", "failure"]),
        ])
    func reading(text: String, expected: [String]) {
        for pieces in [Int.max, 3, 1] {
            #expect(events(text, pieces: pieces) == expected)
        }
    }

    @Test("nesting beyond the limit is refused")
    func deep() {
        let text = String(repeating: "[", count: 100_000)
        #expect(events(text).last == "failure")
    }

    @Test("a string beyond the limit is cut, and says so")
    func long() {
        var reader = JSONReader()
        let text = Array("\"".utf8) + Array(repeating: UInt8(ascii: "x"), count: 5 << 20)
        text.withUnsafeBufferPointer { reader.append($0) }
        let first = reader.next()
        #expect(first == .needsInput)
        Array("\"".utf8).withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        let second = reader.next()
        #expect(second == .string)
        let (count, hasCut) = (reader.text.count, reader.hasCutString)
        #expect(count == JSONReader.maximumString)
        #expect(hasCut)
    }
}
