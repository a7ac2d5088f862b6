import TerminalText
import Testing

struct SafeCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let line: String
    let lines: String

    init(_ name: String, _ text: String, line: String, lines: String? = nil) {
        testDescription = name
        self.text = text
        self.line = line
        self.lines = lines ?? line
    }
}

@Suite struct SafeTextTests {
    static let corpus = [
        SafeCase("plain", "Episode 1", line: "Episode 1"),
        SafeCase("Chinese stays", "第一期：你好", line: "第一期：你好"),
        SafeCase("emoji sequences stay", "👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️", line: "👩🏽‍🚀 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️"),
        SafeCase("colour sequence", "\u{1B}[31mred", line: "␛[31mred"),
        SafeCase("clear screen", "a\u{1B}[2J\u{1B}[Hb", line: "a␛[2J␛[Hb"),
        SafeCase("window title ended by BEL", "\u{1B}]0;pwned\u{7}x", line: "␛]0;pwned␇x"),
        SafeCase("clipboard, OSC 52", "\u{1B}]52;c;cm0gLXJm\u{1B}\\", line: "␛]52;c;cm0gLXJm␛\\"),
        SafeCase("hyperlink, OSC 8", "\u{1B}]8;;http://x\u{7}y", line: "␛]8;;http://x␇y"),
        SafeCase("device control string", "\u{1B}P+q\u{1B}\\", line: "␛P+q␛\\"),
        SafeCase("C1 control sequence introducer", "\u{9B}31mred", line: "›31mred"),
        SafeCase("C1 operating system command", "\u{9D}0;x\u{9C}", line: "�0;xœ"),
        SafeCase(
            "mislabelled Windows-1252", "It\u{92}s \u{93}fine\u{94}\u{85}", line: "It’s “fine”…"),
        SafeCase("every C0", "\u{0}\u{1}\u{8}\u{E}\u{1F}", line: "␀␁␈␎␟"),
        SafeCase("DEL", "a\u{7F}b", line: "a␡b"),
        SafeCase("direction override", "song\u{202E}3pm.exe", line: "song3pm.exe"),
        SafeCase("isolates and marks", "\u{2066}a\u{2069}\u{200F}b\u{61C}c\u{200E}", line: "abc"),
        SafeCase("byte order mark", "\u{FEFF}Title", line: "Title"),
        SafeCase("language tag", "a\u{E0001}b", line: "ab"),
        SafeCase("annotation", "a\u{FFF9}b\u{FFFA}c\u{FFFB}", line: "abc"),
        SafeCase("line feed", "a\nb", line: "a b", lines: "a\nb"),
        SafeCase("carriage return", "a\rb", line: "a b", lines: "a\nb"),
        SafeCase("CR LF and a tab", "a\r\n\tb", line: "a b", lines: "a\n b"),
        SafeCase("form feed and vertical tab", "a\u{C}\u{B}b", line: "a b", lines: "a\n\nb"),
        SafeCase("Unicode's separators", "a\u{2028}b\u{2029}c", line: "a b c", lines: "a\nb\nc"),
        SafeCase(
            "unassigned and private use stay", "\u{378}\u{E000}\u{10FFFF}",
            line: "\u{378}\u{E000}\u{10FFFF}"),
        SafeCase(
            "zero-width joiner and space stay", "a\u{200D}b\u{200B}c", line: "a\u{200D}b\u{200B}c"),
        SafeCase("Arabic and Hebrew stay", "مرحبا שלום", line: "مرحبا שלום"),
    ]

    @Test(arguments: corpus) func becomesSafe(_ item: SafeCase) {
        #expect(SafeText.line(item.text) == item.line)
        #expect(SafeText.lines(item.text) == item.lines)
        #expect(SafeText.isSafeLine(item.text) == (item.line == item.text))
    }

    @Test(arguments: corpus) func isSafeTwice(_ item: SafeCase) {
        #expect(SafeText.line(item.line) == item.line)
        #expect(SafeText.lines(item.lines) == item.lines)
    }

    /// Whatever a title has, before and after any other scalar: nothing raw comes out.
    @Test func noControlOfAnyKindComesOut() {
        for value in UInt32(0)...0x20FF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in ["\(scalar)", "a\(scalar)b", "漢\(scalar)字", "é\(scalar)\(scalar)"] {
                for made in [SafeText.line(text), SafeText.lines(text)] {
                    for left in made.unicodeScalars where left != "\n" {
                        let category = left.properties.generalCategory
                        #expect(category != .control, "U+\(value)")
                        #expect(category != .lineSeparator && category != .paragraphSeparator)
                        #expect(!left.properties.isBidiControl, "U+\(value)")
                    }
                }
                #expect(!SafeText.line(text).contains { $0.isNewline })
            }
        }
    }

    @Test func repairedBytesAreSafe() {
        let bytes: [UInt8] = [0x9B, 0x33, 0x31, 0x6D, 0xC2, 0xE2, 0x80, 0x1B, 0xF3, 0xA0]
        let text = SafeText.line(String(decoding: bytes, as: UTF8.self))
        #expect(text == "�31m��␛�")
    }
}
