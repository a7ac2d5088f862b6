import ColumnModel
import Localization
import RemoteControl
import TerminalText
import Testing

@testable import TerminalUI

/// Titles that would steer a terminal come to nothing, in every list and both views.
@Suite struct HostileTextTests {
    static let titles = [
        "\u{1B}[2J\u{1B}[31mred", "\u{1B}]52;c;cm0gLXJmIC8=\u{07}clipboard", "\u{9B}31mC1",
        "\u{1B}]0;title\u{1B}\\", "bell\u{07}", "two\nlines\r\nthree", "tab\there",
        "\u{202E}txt.exe", "\u{2066}isolate", "back\u{08}\u{08}space", "\u{7F}delete",
        "\u{0}null", "\u{85}next", "\u{2028}separator", "\u{FEFF}mark", "\u{E0001}tag",
        "\u{1B}P1$r\u{1B}\\DCS", "\u{1B}_Gkitty\u{1B}\\",
    ]

    private var interface: FakeInterface {
        let columns = Self.titles.enumerated().map { index, title in
            Samples.column(Int64(index + 1), title, title, unplayed: 1)
        }
        let episodes = Self.titles.enumerated().map { index, title in
            Samples.episode(Int64(index + 1), column: Int64(index + 1), title, index)
        }
        return FakeInterface(120, 30, columns: columns, episodes: episodes)
    }

    @Test(arguments: ScreenKind.allCases) func nothingRawOnTheScreen(_ kind: ScreenKind) {
        var interface = interface
        interface.perform(kind == .search ? .search("t") : .show(kind))
        interface.play(
            Samples.episode(1, column: 1, Self.titles.joined(), 0), at: .seconds(5)
        ) { $0.failure = .init(code: "x", message: Self.titles.joined()) }
        var encoder = FrameEncoder(
            TerminalProfile(
                TerminalFacts(isTerminal: true, size: nil) {
                    ["LANG": "C.UTF-8", "TERM": "xterm"][$0]
                },
                term: "xterm"))
        var terminal = ModelTerminal(width: 120, height: 30)
        terminal.obey(encoder.encode(interface.grid))
        #expect(terminal.unknown.isEmpty, "\(terminal.unknown)")
        for cell in interface.grid.cells { #expect(SafeText.isSafeLine(cell.text)) }
    }

    @Test func nothingRawInMessagesAndOutput() {
        var interface = interface
        for title in Self.titles {
            interface.handle(.message(Message(verbatim: title), isFault: true))
            interface.perform(.run(["list"]))
            interface.handle(.output(interface.state.runCount, title))
            for cell in interface.grid.cells { #expect(SafeText.isSafeLine(cell.text)) }
            interface.perform(.back, .search(title), .typeCommand(title))
            for cell in interface.grid.cells { #expect(SafeText.isSafeLine(cell.text)) }
            interface.press(.escape)
        }
    }

    @Test func nothingRawInPlainLines() {
        var interface = interface
        for kind in ScreenKind.allCases where kind != .search { interface.perform(.show(kind)) }
        interface.play(Samples.episode(1, column: 1, Self.titles.joined(), 0), at: .seconds(5))
        #expect(interface.lines.count > 60)
        for line in interface.lines { #expect(SafeText.isSafeLine(line), "\(line)") }
    }
}
