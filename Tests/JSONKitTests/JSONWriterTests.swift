import JSONKit
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    @Test("commas, nesting and kinds")
    func structure() {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", 1)
            writer.member("b", nil as String?)
            writer.key("c")
            writer.array { writer in
                writer.number(0.5)
                writer.number(Double.infinity)
                writer.number(2.0)
                writer.bool(true)
                writer.object { _ in }
            }
            writer.member("d", "x")
        }
        #expect(writer.text == #"{"a":1,"b":null,"c":[0.5,null,2,true,{}],"d":"x"}"#)
    }

    @Test(
        "strings are escaped where they must be or act on terminals",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{1}", #""\n\r\t\u0001""#), ("é漢😀", #""é漢😀""#),
            ("\u{7F}\u{85}\u{9B}\u{A0}", "\"\\u007f\\u0085\\u009b\u{A0}\""),
            ("\u{2028}\u{2029}\u{2027}", "\"\\u2028\\u2029\u{2027}\""), ("", #""""#),
            ("\u{200D}\u{200E}\u{200F}\u{2010}", "\"\u{200D}\\u200e\\u200f\u{2010}\""),
            ("\u{202A}\u{202E}\u{202F}", "\"\\u202a\\u202e\u{202F}\""),
            ("\u{2065}\u{2066}\u{2069}\u{206A}", "\"\u{2065}\\u2066\\u2069\u{206A}\""),
            ("\u{61B}\u{61C}", "\"\u{61B}\\u061c\""),
        ])
    func escapes(text: String, expected: String) {
        var writer = JSONWriter()
        writer.string(text)
        #expect(writer.text == expected)
    }

    @Test("text can be taken away in pieces without losing a comma")
    func pieces() {
        var writer = JSONWriter()
        var text = ""
        writer.raw("[")
        for number in 1...3 {
            writer.number(number)
            text += writer.text
            writer.forgetText()
        }
        writer.raw("]")
        #expect(text + writer.text == "[1,2,3]")
    }
}
