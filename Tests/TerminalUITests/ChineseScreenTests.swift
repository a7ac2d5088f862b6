import Localization
import PlaybackRules
import RemoteControl
import TerminalText
import Testing

@testable import TerminalUI

/// The interface as it speaks Chinese.
@Suite struct ChineseScreenTests {
    private static func interface(_ width: Int, _ height: Int) -> FakeInterface {
        var interface = FakeInterface(width, height)
        interface.speakChinese()
        return interface
    }

    @Test(arguments: [(80, 24), (40, 10), (200, 50)])
    func everyListSpeaksChinese(_ width: Int, _ height: Int) {
        var interface = Self.interface(width, height)
        for kind in ScreenKind.allCases {
            interface.perform(.show(kind))
            interface.press(.escape)
            let lines = interface.screen.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.allSatisfy { TextWidth.of($0) <= width }, "\(kind)")
            #expect(lines[0].contains(kind.title.text(in: .chinese)), "\(kind): \(lines[0])")
            let footer = lines[height - 1]
            #expect(["打开", "阅读", "从此播放", "滚动"].contains { footer.contains($0) }, "\(footer)")
        }
    }

    @Test func daysAndFactsAreAsTheLocaleHasThem() {
        var interface = Self.interface(80, 24)
        interface.perform(.show(.episodes))
        interface.play(Samples.episodes[0], at: .seconds(640)) { snapshot in
            snapshot.speed = 1.5
            snapshot.mode = .shuffle
            snapshot.sleep = .init(kind: .after(.seconds(900)), remaining: .seconds(700))
        }
        let screen = interface.screen
        #expect(screen.contains("1.5×  随机播放  12 分钟后睡眠"))
        #expect(screen.contains(/\d{4}年\d\d月\d\d日/))
    }

    @Test func helpIsInColumnsOfIdeographs() {
        var interface = Self.interface(80, 24)
        interface.perform(.help)
        let lines = interface.screen.split(separator: "\n")
        #expect(lines[0].hasPrefix(" 按键"))
        // The second column of the help begins at one cell, whatever stands before it.
        let starts = ["播放选中的", "暂停、继续", "前进"].compactMap { word in
            lines.first { $0.contains(word) }.flatMap { line in
                line.firstRange(of: word).map { TextWidth.of(line[..<$0.lowerBound]) }
            }
        }
        #expect(starts.count == 3 && Set(starts).count == 1, "\(starts)")
    }

    @Test(arguments: [Character("y"), Character("是")]) func yesIsSaidInEither(_ key: Character) {
        var interface = Self.interface(80, 24)
        interface.press(.character("x"))
        #expect(interface.screen.contains("吗？ [y/N]"))
        interface.press(.character(key))
        #expect(interface.wanted.contains { if case .unsubscribe = $0 { true } else { false } })
    }

    /// The player says what went wrong in English; its code says it in the user's language.
    @Test func failuresAreSaidByTheirCode() {
        var interface = Self.interface(80, 24)
        interface.useCodes(["dns": "There is no such setting."])
        interface.play(Samples.episodes[0], at: .zero)
        interface.play(Samples.episodes[0], at: .zero) { snapshot in
            snapshot.failure = .init(code: "dns", message: "The host’s name was not found.")
        }
        #expect(interface.screen.contains("没有这个设置。"))
        #expect(interface.lines.contains("没有这个设置。"))
    }

    @Test func plainModeSpeaksChinese() {
        var interface = Self.interface(80, 24)
        interface.perform(.show(.queue), .enqueue(atFront: false), .help)
        #expect(interface.lines.contains("队列：3"))
        #expect(interface.lines.contains { $0.hasSuffix("未播") })
        #expect(interface.lines.contains("  sleep-more: 睡眠定时：加 15 分钟"))
    }

    @Test func whatIsRecordedIsSaidInChinese() {
        for text in [
            "user", "clean: age", "on another device", "on phone", "import opml", "x\u{1B}",
        ] {
            #expect(JournalWords.words(text).english == SafeText.line(text))
        }
        #expect(JournalWords.words("clean: age").text(in: .chinese) == "清理：已过期限")
        #expect(JournalWords.words("on phone").text(in: .chinese) == "在设备 phone 上")
    }

    /// Screens without a font of ideographs speak English.
    @Test(arguments: [
        ("xterm-256color", "zh_CN.UTF-8", Language.chinese), ("linux", "zh_CN.UTF-8", .english),
        ("xterm", "zh_CN", .english), ("xterm", "en_US.UTF-8", .english),
    ]) func theScreenMustHaveIdeographs(_ term: String, _ locale: String, _ language: Language) {
        let environment = ["TERM": term, "LANG": locale]
        let facts = TerminalFacts(isTerminal: true, size: nil) { environment[$0] }
        let profile = TerminalProfile(facts, term: term)
        #expect(profile.language(of: environment) == language)
        let plain = profile.language(of: environment, isPlain: true)
        #expect(plain == (locale.hasPrefix("zh") ? .chinese : .english))
    }
}
