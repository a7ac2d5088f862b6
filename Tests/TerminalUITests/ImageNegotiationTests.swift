import PictureKit
import TerminalText
import Testing

@testable import TerminalUI

/// Which form of picture a terminal gets, by its name, its answers and the user's setting.
@Suite struct ImageNegotiationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var wish = "auto"
        var environment: [String: String]
        var answers: [TerminalAnswer] = [.attributes([62, 22])]
        var form: PictureRequest.Form?

        var testDescription: String { name }
    }

    private static let xterm = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    private static let cell = TerminalAnswer.cellSize(width: 10, height: 20)

    static let cases = [
        Case(
            name: "kitty answers", environment: xterm,
            answers: [.kittyGraphics(true), cell, .attributes([62])], form: .kitty),
        Case(
            name: "xterm with sixel", environment: xterm, answers: [cell, .attributes([62, 4])],
            form: .sixel),
        Case(
            name: "sixel without a size", environment: xterm, answers: [.attributes([62, 4])],
            form: .blocks),
        Case(name: "neither", environment: xterm, form: .blocks),
        Case(name: "silence", environment: xterm, answers: [], form: .blocks),
        Case(
            name: "kitty refuses", environment: xterm,
            answers: [.kittyGraphics(false), .attributes([62])], form: .blocks),
        Case(
            name: "tmux", environment: ["TERM": "tmux-256color", "TMUX": "x", "LANG": "C.UTF-8"],
            answers: [cell, .attributes([1, 2, 4])], form: .blocks),
        Case(
            name: "kitty wished in tmux", wish: "kitty",
            environment: ["TERM": "tmux-256color", "TMUX": "x", "LANG": "C.UTF-8"], form: .kitty),
        Case(
            name: "GNU screen", environment: ["TERM": "screen", "LANG": "C.UTF-8"], form: .blocks),
        Case(name: "Linux console", environment: ["TERM": "linux", "LANG": "C.UTF-8"], form: nil),
        Case(name: "vt100", environment: ["TERM": "vt100", "LANG": "C.UTF-8"], form: nil),
        Case(name: "no UTF-8", environment: ["TERM": "xterm", "LANG": "C"], form: nil),
        Case(
            name: "no colours", environment: xterm.merging(["NO_COLOR": "1"]) { $1 },
            answers: [.kittyGraphics(true), cell, .attributes([62, 4])], form: nil),
        Case(
            name: "off", wish: "off", environment: xterm,
            answers: [.kittyGraphics(true), cell, .attributes([62, 4])], form: nil),
        Case(
            name: "blocks wished", wish: "blocks", environment: xterm,
            answers: [.kittyGraphics(true), .attributes([62])], form: .blocks),
        Case(
            name: "sixel wished", wish: "sixel", environment: xterm,
            answers: [.kittyGraphics(true), cell, .attributes([62])], form: .sixel),
    ]

    static func profile(_ environment: [String: String]) -> TerminalProfile {
        TerminalProfile(
            TerminalFacts(isTerminal: true, size: nil) { environment[$0] },
            term: environment["TERM"] ?? ""
        ) { environment[$0] }
    }

    @Test(arguments: cases) func decides(_ test: Case) {
        var images = ImageNegotiation(wish: test.wish, profile: Self.profile(test.environment))
        for answer in test.answers { images.take(answer) }
        images.giveUp()
        #expect(images.support(cell: nil).form == test.form)
    }

    @Test func nothingIsDecidedBeforeTheLastAnswer() {
        var images = ImageNegotiation(wish: "auto", profile: Self.profile(Self.xterm))
        #expect(images.isPending && images.support(cell: nil).form == nil)
        images.take(.kittyGraphics(true))
        #expect(images.isPending && images.support(cell: nil).form == nil)
        images.take(.attributes([62]))
        #expect(!images.isPending && images.support(cell: nil).form == .kitty)
    }

    /// What a terminal may take for a command is not sent to it.
    @Test(arguments: [
        (["TERM": "linux"], false, false), (["TERM": "vt220"], false, false),
        (["TERM": "screen"], false, false), (["TERM": "tmux", "TMUX": "x"], true, false),
        (["TERM": "screen-256color", "TMUX": "x"], true, false), (["TERM": "xterm"], true, true),
    ])
    func asksWhatIsSafe(_ environment: [String: String], _ asks: Bool, _ asksForKitty: Bool) {
        let profile = Self.profile(environment.merging(["LANG": "C.UTF-8"]) { $1 })
        let questions = ImageNegotiation(wish: "auto", profile: profile).questions
        #expect(questions.hasSuffix("\u{1B}[c") == asks)
        #expect(questions.contains("\u{1B}_G") == asksForKitty)
    }

    @Test(arguments: [
        ("truecolor", "xterm", PictureRequest.Colors.full), ("", "xterm-256color", .many),
        ("", "xterm", .sixteen), ("", "xterm-kitty", .full), ("24bit", "tmux", .full),
    ])
    func colours(_ name: String, _ term: String, _ colors: PictureRequest.Colors) {
        let profile = Self.profile(["TERM": term, "COLORTERM": name, "LANG": "C.UTF-8"])
        #expect(profile.colors == colors)
    }

    @Test(arguments: [
        ("15;0", Background.dark), ("0;15", .light), ("0;default;7", .light), ("0;8", .dark),
        ("x", .unknown), ("0;99", .unknown),
    ])
    func backgroundByEnvironment(_ text: String, _ background: Background) {
        #expect(Background(colorFGBG: text) == background)
    }

    /// A cover has room where a text has.
    @Test(arguments: [
        (78, 15, 10, 5), (43, 24, 14, 7), (88, 47, 20, 10), (30, 40, 0, 0), (78, 8, 0, 0),
    ])
    func room(_ width: Int, _ height: Int, _ columns: Int, _ rows: Int) {
        let cover = ImageSupport(form: .blocks).cover(textWidth: width, height: height)
        #expect(cover?.columns ?? 0 == columns && cover?.rows ?? 0 == rows)
    }
}
