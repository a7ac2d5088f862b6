import TestSupport
import Testing

@Suite struct JSONValueTests {
    @Test func readsEveryKind() throws {
        let text = #"{"a":[1,-2.5e1,true,false,null],"é":"x\"\\\n\u00e9\ud83d\ude00/","o":{}}"#
        let value = try JSONValue(text)
        #expect(value.keys == ["a", "é", "o"])
        #expect(
            value["a"] == .array([.number(1), .number(-25), .bool(true), .bool(false), .null]))
        #expect(value["é"]?.string == "x\"\\\né😀/")
        #expect(value["o"] == .object([]))
        #expect(value["a"]?.elements[0].int == 1)
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":1,}", "01", "+1", ".5", "1.", "nul", "\"\u{1}\"", "\"\\x\"",
        "\"\\ud800\"", "[] []", "{\"a\":1,\"a\":2}", "'a'", "NaN", "{a:1}",
    ])
    func refuses(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(text) }
    }

    @Test func readsLines() throws {
        #expect(try JSONValue.lines("1\n[]\n") == [.number(1), .array([])])
    }
}
