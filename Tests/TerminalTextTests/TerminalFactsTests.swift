import TerminalText
import Testing

struct FactsCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var isTerminal = true
    var environment = ["TERM": "xterm-256color"]
    var policy = ColorPolicy.auto
    let usesColor: Bool
}

@Suite struct TerminalFactsTests {
    @Test(arguments: [
        FactsCase(testDescription: "terminal", usesColor: true),
        FactsCase(testDescription: "pipe", isTerminal: false, usesColor: false),
        FactsCase(
            testDescription: "NO_COLOR", environment: ["TERM": "xterm", "NO_COLOR": "1"],
            usesColor: false),
        FactsCase(
            testDescription: "empty NO_COLOR means nothing",
            environment: ["TERM": "xterm", "NO_COLOR": ""], usesColor: true),
        FactsCase(testDescription: "dumb", environment: ["TERM": "dumb"], usesColor: false),
        FactsCase(testDescription: "no TERM", environment: [:], usesColor: false),
        FactsCase(
            testDescription: "always wins over all",
            isTerminal: false, environment: ["NO_COLOR": "1"], policy: .always, usesColor: true),
        FactsCase(testDescription: "never", policy: .never, usesColor: false),
    ]) func color(_ item: FactsCase) {
        let facts = TerminalFacts(isTerminal: item.isTerminal, size: nil) { item.environment[$0] }
        #expect(facts.usesColor(item.policy) == item.usesColor)
    }

    @Test(arguments: [
        ("en_US.UTF-8", true), ("zh_CN.utf8", true), ("C.UTF-8", true), ("C", false),
        ("de_DE.UTF-8@euro", true), ("zh_CN.GB18030", false), ("", false),
    ]) func locale(_ name: String, _ isUnicode: Bool) {
        let facts = TerminalFacts(isTerminal: true, size: nil) {
            ["LC_ALL": "", "LANG": name][$0]
        }
        #expect(facts.isUnicode == isUnicode)
    }

    @Test func noTerminalBehindABadDescriptor() {
        let facts = TerminalFacts.of(-1) { _ in "xterm" }
        #expect(!facts.isTerminal)
        #expect(facts.size == nil)
        #expect(!facts.canRedraw)
    }

    @Test func styleIsSequences() {
        #expect(TextStyle([.bold, .cyan]).apply(to: "x") == "\u{1B}[1;36mx\u{1B}[0m")
        #expect(TextStyle([]).apply(to: "x") == "x")
    }
}
