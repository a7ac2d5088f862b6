import TerminalText
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct FrameEncoderTests {
    private static let words = [
        "a", "Hello", "旧书店", "👩‍👩‍👧‍👦", "Cafe\u{301}", "é", "한국어", "مرحبا", "─", " ", "   ", "①", "🇨🇳🇫🇷",
        "ﾊﾝ",
    ]
    private static let profile = TerminalProfile(
        TerminalFacts(isTerminal: true, size: nil) { ["LANG": "C.UTF-8", "TERM": "xterm"][$0] },
        term: "xterm-256color")

    /// Whatever frame follows whatever other, the terminal shows the last one.
    @Test(arguments: 0..<20) func theTerminalShowsTheLastFrame(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var encoder = FrameEncoder(Self.profile)
        let (width, height) = (Int.random(in: 2...40, using: &random), 6)
        var terminal = ModelTerminal(width: width, height: height)
        var grid = Grid(width: width, height: height)
        for _ in 0..<40 {
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let word = Self.words.randomElement(using: &random) ?? ""
                let style = TextStyle(rawValue: 1 << UInt16.random(in: 0..<12, using: &random))
                grid.put(
                    word + word, Int.random(in: -1...width, using: &random),
                    Int.random(in: 0..<height, using: &random),
                    width: Int.random(in: 0...width, using: &random),
                    style: Bool.random(using: &random) ? style : [])
            }
            terminal.obey(encoder.encode(grid.repaired))
            #expect(terminal.unknown.isEmpty, "\(terminal.unknown)")
            #expect(
                Bool(terminal.cells == grid.repaired.cells),
                "\(terminal.differences(grid.repaired))")
        }
    }

    @Test func nothingIsWrittenWhereNothingChanged() {
        var encoder = FrameEncoder(Self.profile)
        let grid = FakeInterface(80, 24).grid
        #expect(!encoder.encode(grid).isEmpty)
        #expect(encoder.encode(grid).isEmpty)
    }

    @Test func aMoveOfTheSelectionWritesTwoRows() {
        var encoder = FrameEncoder(Self.profile)
        var interface = FakeInterface(80, 24)
        interface.perform(.show(.episodes))
        _ = encoder.encode(interface.grid)
        interface.perform(.move(1))
        let bytes = encoder.encode(interface.grid)
        #expect(bytes.count < 900, "\(bytes.count)")
    }

    @Test func withoutColoursThereAreOnlyAttributes() {
        let facts = TerminalFacts(isTerminal: true, size: nil) {
            ["LANG": "C.UTF-8", "NO_COLOR": "1", "TERM": "xterm"][$0]
        }
        var encoder = FrameEncoder(TerminalProfile(facts, term: "xterm"))
        var interface = FakeInterface(80, 24)
        interface.perform(.show(.episodes))
        interface.play(Samples.episodes[0], at: .seconds(640))
        let text = String(decoding: encoder.encode(interface.grid), as: UTF8.self)
        for code in 31...36 { #expect(!text.contains("\(code)m")) }
        #expect(text.contains("\u{1B}[0m\u{1B}[7m"))
    }

    @Test func aTerminalWithoutUnicodeGetsASCII() {
        let facts = TerminalFacts(isTerminal: true, size: nil) { $0 == "TERM" ? "xterm" : "C" }
        let profile = TerminalProfile(facts, term: "xterm")
        var encoder = FrameEncoder(profile)
        var interface = FakeInterface(80, 24)
        interface.useGlyphs(profile.glyphs)
        interface.perform(.show(.episodes))
        interface.play(Samples.episodes[0], at: .seconds(640))
        #expect(encoder.encode(interface.grid).allSatisfy { $0 < 0x80 })
    }

    @Test func theLinuxConsoleGetsNoModesThatItLacks() {
        let facts = TerminalFacts(isTerminal: true, size: nil) {
            ["LANG": "C.UTF-8", "TERM": "linux"][$0]
        }
        let profile = TerminalProfile(facts, term: "linux")
        for mode in ["2026", "1049", "1006", "2004"] {
            #expect(!(profile.entry + profile.exit).contains(mode))
        }
    }
}

extension Grid {
    /// The same without halves of wide characters, which the views never leave but random writing does.
    fileprivate var repaired: Grid {
        var grid = Grid(width: width, height: height)
        for row in 0..<height {
            var column = 0
            while column < width {
                let cell = self[column, row]
                var size = 1
                while column + size < width, self[column + size, row].text.isEmpty { size += 1 }
                if TextWidth.of(cell.text) == size {
                    grid.put(cell.text, column, row, width: size, style: cell.style)
                }
                column += size
            }
        }
        return grid
    }
}
