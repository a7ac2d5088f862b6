import Testing

@testable import Localization

@Suite struct MessageTests {
    @Test(arguments: [2]) func englishIsWhatIsWritten(_ count: Int) {
        let title = "Lamps"
        let rest: Message = count > 1 ? ", \(count) failed" : ""
        let message: Message = "“\(title)”: \(count: 1, "new episode")\(rest)."
        #expect(message.english == "“Lamps”: 1 new episode, 2 failed.")
    }

    @Test func aTranslationIsFoundByItsEnglish() {
        let error: Message = "There is no bookmark \(7)."
        #expect(error.text(in: .chinese) == "没有书签 7。")
    }

    @Test func whatHasNoTranslationStaysEnglish() {
        let message: Message = "Nobody says \(count: 2, "such word")."
        #expect(message.text(in: .chinese) == "Nobody says 2 such words.")
    }

    @Test func theSameEnglishMayMeanTwoThings() {
        #expect(Message("read", context: "key").english == "read")
        #expect(Message("read", context: "key").text(in: .chinese) == "阅读")
        #expect(("read" as Message).text(in: .chinese) == "已读")
    }

    @Test func placesMayChangeTheirOrder() {
        #expect(Message.fill("%2 的 %1", ["a", "b"]) == "b 的 a")
        #expect(Message.fill("100% %3 %", ["a"]) == "100% %3 %")
    }

    /// A title that looks like a place is not taken for one.
    @Test func whatIsPutInIsNotReadAgain() {
        #expect(Message.fill("%1%2", ["%2", "x"]) == "%2x")
    }

    struct Meeting: Sendable {
        let texts: [String]
        let expected: String
    }

    @Test(arguments: [
        Meeting(texts: ["3"], expected: "共 3 集"), Meeting(texts: ["三"], expected: "共三集"),
        Meeting(texts: ["“a”"], expected: "共“a”集"), Meeting(texts: ["--x"], expected: "共 --x 集"),
        Meeting(texts: ["\u{1B}[31m错\u{1B}[0m"], expected: "共\u{1B}[31m错\u{1B}[0m集"),
        Meeting(texts: ["（3）"], expected: "共（3）集"), Meeting(texts: [""], expected: "共集"),
    ]) func ideographsAndLatinStandApart(_ meeting: Meeting) {
        #expect(Message.fill("共%1集", meeting.texts) == meeting.expected)
    }

    @Test func englishCountsOneAndMany() {
        func text(_ count: Int) -> Message { "\(count: count, "file")" }
        #expect(text(1).english == "1 file" && text(0).english == "0 files")
        #expect(text(1).text(in: .chinese) == "1 个文件" && text(2).text(in: .chinese) == "2 个文件")
    }

    @Test func listsHaveTheirSeparators() {
        let names = ["a", "b", "c"]
        #expect(Message.list(names).english == "a, b, c")
        #expect(Message.list(names).text(in: .chinese) == "a、b、c")
        #expect(Message.list(names, .alternatives).english == "a, b or c")
        #expect(Message.list(names, .alternatives).text(in: .chinese) == "a、b 或 c")
        #expect(Message.list(["a"], .alternatives).english == "a")
        #expect(Message.list([] as [String]).english.isEmpty)
        #expect(Message.sentence("Stopped").text(in: .chinese).hasSuffix("。"))
    }

    @Test func waitsAreRoundedDown() {
        let cases: [(Duration, String, String)] = [
            (.milliseconds(250), "250 ms", "250 毫秒"), (.seconds(119), "119 s", "119 秒"),
            (.seconds(300), "5 min", "5 分钟"), (.seconds(7_300), "2 h", "2 小时"),
            (.seconds(604_800), "7 days", "7 天"),
        ]
        for (duration, english, chinese) in cases {
            #expect(Message.roundDuration(duration).english == english)
            #expect(Message.roundDuration(duration).text(in: .chinese) == chinese)
        }
    }
}
