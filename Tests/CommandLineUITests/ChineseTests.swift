import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText
import Testing

@testable import CommandLineUI

@Suite struct ChineseTests {
    /// What begins no line, and what ends none.
    private static let closing: Set<Character> = Set("，。、；：！？）》」』”’…")
    private static let opening: Set<Character> = Set("（《「『“‘")

    private static func faults(_ text: String, width: Int) -> [String] {
        text.split(separator: "\n").filter { line in
            let content = line.drop { $0 == " " }
            let isTooWide =
                TextWidth.of(line) > width && !content.hasPrefix("$ column")
                && content.split(separator: " ").count > 1
            return isTooWide || content.first.map(closing.contains) == true
                || content.last.map(opening.contains) == true
        }.map(String.init)
    }

    @Test(arguments: [80, 66, 50, 40]) func helpFitsTheWidth(_ width: Int) {
        for (path, command) in ReferenceTests.commands where command.group != nil {
            let text = HelpText(command, path: path, width: width, in: .chinese).text
            #expect(Self.faults(text, width: width) == [], "\(path)")
            #expect(text.contains("\n用法：\n") && text.contains("。"), "\(path)")
        }
        let overview = HelpText.overview(CommandTable.all, width: width, in: .chinese)
        #expect(Self.faults(overview, width: width) == [])
        #expect(overview.contains("资料库："))
    }

    @Test func topicsFitEightyCells() {
        for topic in HelpTopic.all {
            #expect(Self.faults(topic.text(in: .chinese), width: 80) == [])
        }
    }

    /// Blanks break a line too, and what begins with a letter needs one before it.
    @Test func paragraphsAreBrokenBetweenIdeographs() {
        #expect(
            HelpText.wrap("专栏是一系列单集，用 column 同步。", indent: 2, width: 16) == [
                "  专栏是一系列单", "  集，用 column", "  同步。",
            ])
        #expect(HelpText.wrap("一二三四五，六", indent: 0, width: 10) == ["一二三四", "五，六"])
    }

    /// JSON has no language: what is said of each kind of failure is English there.
    @Test(arguments: FailureCode.allCases) func jsonIsNeverTranslated(_ code: FailureCode) {
        let report = FailureReport(Failure(code: code, status: 404, detail: "x"), of: "Lamps")
        var json = JSONWriter()
        json.object { report.addMembers(to: &$0) }
        #expect(json.text.utf8.allSatisfy { $0 < 0x80 } || json.text.contains("’"))
        #expect(json.text.contains(report.message.english.prefix(12)))
        #expect(report.message.text(in: .chinese) != report.message.english)
    }

    @Test func everyCodeHasChineseWords() {
        for entry in ErrorCodeText.all {
            #expect(entry.meaning.text(in: .chinese) != entry.meaning.english, "\(entry.code)")
        }
        for (code, meaning) in ReferenceText.exitCodes {
            #expect(meaning.text(in: .chinese) != meaning.english, "\(code)")
        }
    }

    @Test func everySettingAndValueIsExplained() {
        for key in ConfigurationKey.all {
            let summary = SettingText.summaries[key.name]
            #expect(summary.map { $0.text(in: .chinese) != $0.english } == true, "\(key.name)")
            #expect(key.kind.words.text(in: .chinese) != key.kind.words.english, "\(key.name)")
        }
    }

    @Test func daysAreAsTheLocaleHasThem() {
        let day = DateText.day(2026, 3, 5)
        #expect(day.english == "2026-03-05" && day.text(in: .chinese) == "2026年03月05日")
    }

    @Test func manualPagesAreInChineseToo() {
        let pages = ReferencePages.manual(.chinese)
        #expect(pages.map(\.name) == ReferencePages.manual().map(\.name))
        for page in pages {
            // 名称, which makewhatis knows.
            #expect(page.text.contains("\n.SH \\[u540D]\\:\\[u79F0]\n"), "\(page.name)")
            #expect(page.text.utf8.allSatisfy { $0 < 0x80 })
        }
    }
}
