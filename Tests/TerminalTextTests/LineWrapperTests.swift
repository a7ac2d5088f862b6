import TerminalText
import Testing

struct WrapCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let width: Int
    let lines: [String]

    init(_ name: String, _ text: String, _ width: Int, _ lines: [String]) {
        testDescription = name
        self.text = text
        self.width = width
        self.lines = lines
    }
}

@Suite struct LineWrapperTests {
    static let cases = [
        WrapCase("empty", "", 10, [""]),
        WrapCase("fits", "one two", 7, ["one two"]),
        WrapCase("at blanks", "one two three", 8, ["one two", "three"]),
        WrapCase("blank at the edge is dropped", "one two three", 7, ["one two", "three"]),
        WrapCase("many blanks", "one    two", 6, ["one", "two"]),
        WrapCase("indentation of a paragraph stays", "  one two", 6, ["  one", "two"]),
        WrapCase("ideographic indentation stays", "　　你好吗", 8, ["　　你好", "吗"]),
        WrapCase("line ends stay", "one\n\ntwo\n", 9, ["one", "", "two", ""]),
        WrapCase("long word is cut", "abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
        WrapCase("long word after a short one", "a bcdefgh", 4, ["a", "bcde", "fgh"]),
        WrapCase("after a hyphen", "well-known fact", 6, ["well-", "known", "fact"]),
        WrapCase("not inside an option", "use --force or -f", 6, ["use", "--forc", "e or", "-f"]),
        WrapCase("not in a range of numbers", "10-20 is", 4, ["10-2", "0 is"]),
        WrapCase("no-break space", "10\u{A0}km far", 6, ["10\u{A0}km", "far"]),
        WrapCase("after an em dash", "yes—perhaps", 8, ["yes—", "perhaps"]),
        WrapCase("zero-width space", "abc\u{200B}def", 4, ["abc\u{200B}", "def"]),
        WrapCase("between ideographs", "三十年后的专栏", 6, ["三十年", "后的专", "栏"]),
        WrapCase("odd width leaves a cell", "三十年后", 5, ["三十", "年后"]),
        WrapCase("no full stop at the start", "你好世界。再见", 8, ["你好世", "界。再见"]),
        WrapCase("no opening bracket at the end", "他说：「你好」", 8, ["他说：", "「你好」"]),
        WrapCase("closing bracket stays with its text", "（你好）吗", 6, ["（你", "好）吗"]),
        WrapCase("small kana does not begin", "ニュースショー", 10, ["ニュース", "ショー"]),
        WrapCase("two dashes stay together", "他走了——再见", 7, ["他走了", "——再见"]),
        WrapCase("Latin inside Chinese", "用Swift写的播客", 8, ["用Swift", "写的播客"]),
        WrapCase("curly quotes", "说“你好”吧", 6, ["说“你", "好”吧"]),
        WrapCase("emoji sequence is one", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 4, ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
        WrapCase("wider than the line", "三a", 1, ["三", "a"]),
        WrapCase("closing marks only", "。。。。", 4, ["。。", "。。"]),
        WrapCase("Korean", "안녕하세요 세계", 10, ["안녕하세요", "세계"]),
        WrapCase("Arabic", "مرحبا بالعالم", 8, ["مرحبا", "بالعالم"]),
    ]

    @Test(arguments: cases) func wraps(_ item: WrapCase) {
        #expect(LineWrapper(width: item.width).wrap(item.text) == item.lines)
    }

    @Test(arguments: cases) func losesNothing(_ item: WrapCase) {
        let isText: (Character) -> Bool = { !$0.isWhitespace }
        for width in 1...20 {
            let lines = LineWrapper(width: width, firstWidth: max(1, width - 3)).wrap(item.text)
            #expect(lines.joined().filter(isText) == item.text.filter(isText))
            #expect(lines.allSatisfy { TextWidth.of($0) <= max(2, width) })
        }
    }

    @Test func firstLineMayBeNarrower() {
        #expect(LineWrapper(width: 9, firstWidth: 5).wrap("one two three") == ["one", "two three"])
    }
}
