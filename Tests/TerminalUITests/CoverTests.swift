import PictureKit
import TerminalText
import Testing

@testable import TerminalUI

/// A cover comes, moves with its text, and is gone when it is not to be seen.
@Suite struct CoverTests {
    private static let kitty = picture("column-picture 10 5 kitty 80 80\nAAAA")
    private static let sixel = picture("column-picture 10 5 sixel\n\u{1B}Pq#0~\u{1B}\\")
    private static let blocks: TerminalPicture? = {
        let cell = [0x80, 0x25, 0, 0, 2, 255, 0, 0, 1, 20, 0, 0].map(UInt8.init)
        return TerminalPicture(
            bytes: Array("column-picture 10 5 blocks\n".utf8)
                + [[UInt8]](repeating: cell, count: 50).joined())
    }()

    private static func picture(_ text: String) -> TerminalPicture? {
        TerminalPicture(bytes: Array(text.utf8))
    }

    private static func profile() -> TerminalProfile {
        ImageNegotiationTests.profile(["TERM": "xterm-kitty", "LANG": "C.UTF-8"])
    }

    /// A screen of 80×24 with an open article whose cover came.
    private func opened(_ form: PictureRequest.Form, _ picture: TerminalPicture?) throws
        -> FakeInterface
    {
        var interface = FakeInterface(80, 24)
        interface.hasCovers = true
        interface.handle(.images(ImageSupport(form: form)))
        interface.perform(.show(.episodes), .open)
        let cover = try #require(interface.state.article?.text.cover)
        interface.handle(.cover(cover, try #require(picture)))
        return interface
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func kittyIsSentOnceThenPlaced() throws {
        var interface = try opened(.kitty, Self.kitty)
        var encoder = FrameEncoder(Self.profile())
        let first = text(encoder.encode(interface.grid))
        #expect(first.contains("a=t,") && first.contains("AAAA"))
        #expect(first.contains("y=0,w=80,h=80,c=10,r=5"))
        // Two lines on, a part of it is placed, and nothing is sent again.
        interface.perform(.move(2))
        let second = text(encoder.encode(interface.grid))
        #expect(!second.contains("a=t,") && second.contains("y=32,w=80,h=48,c=10,r=3"))
        interface.perform(.move(20))
        let third = text(encoder.encode(interface.grid))
        #expect(third.contains(ScreenPicture.kittyRemoval))
        interface.perform(.moveToFirst)
        #expect(text(encoder.encode(interface.grid)).contains("a=t,"))
    }

    @Test func kittyIsRemovedUnderHelpAndWhenAllIsDrawnAnew() throws {
        var interface = try opened(.kitty, Self.kitty)
        var encoder = FrameEncoder(Self.profile())
        _ = encoder.encode(interface.grid)
        interface.perform(.help)
        let help = text(encoder.encode(interface.grid))
        #expect(help.contains(ScreenPicture.kittyRemoval) && !help.contains("a=p,"))
        interface.perform(.help)
        #expect(text(encoder.encode(interface.grid)).contains("a=t,"))
        encoder.forget()
        let whole = text(encoder.encode(interface.grid))
        #expect(whole.contains(ScreenPicture.kittyRemoval) && whole.contains("a=t,"))
        interface.handle(.resized(TerminalSize(columns: 30, rows: 8)))
        #expect(text(encoder.encode(interface.grid)).contains(ScreenPicture.kittyRemoval))
    }

    /// Cells under sixels are drawn again, since nothing else takes them away.
    @Test func sixelsAreDrawnOver() throws {
        var interface = try opened(.sixel, Self.sixel)
        var encoder = FrameEncoder(Self.profile())
        #expect(text(encoder.encode(interface.grid)).contains("\u{1B}Pq#0~\u{1B}\\"))
        let place = try #require(interface.grid.picture?.area)
        #expect(encoder.encode(interface.grid).isEmpty)
        interface.perform(.move(1))
        let moved = text(encoder.encode(interface.grid))
        #expect(!moved.contains("\u{1B}Pq"))
        for row in place.row..<place.row + place.height {
            #expect(moved.contains("\u{1B}[\(row + 1);"), "line \(row) is not drawn")
        }
    }

    @Test func blocksAreCells() throws {
        var interface = try opened(.blocks, Self.blocks)
        #expect(interface.grid.picture == nil)
        var encoder = FrameEncoder(Self.profile())
        let frame = text(encoder.encode(interface.grid))
        #expect(frame.contains("\u{1B}[38;2;255;0;0;48;5;20m▀"))
        #expect(interface.grid.cells.filter { $0.paint != nil }.count == 50)
        interface.perform(.move(3))
        #expect(interface.grid.cells.filter { $0.paint != nil }.count == 20)
        interface.perform(.help)
        #expect(interface.grid.cells.allSatisfy { $0.paint == nil })
    }

    /// Another row's text never has the cover of the one before.
    @Test func aCoverBelongsToItsText() throws {
        var interface = try opened(.kitty, Self.kitty)
        let old = try #require(interface.state.article?.text.cover)
        interface.hasCovers = false
        interface.perform(.back, .move(1), .open)
        #expect(interface.grid.picture == nil)
        interface.handle(.cover(old, try #require(Self.kitty)))
        #expect(interface.grid.picture == nil)
    }

    /// Episodes of a column share a cover: it is not taken away and sent again with each.
    @Test func theSameCoverStays() throws {
        var interface = try opened(.kitty, Self.kitty)
        var encoder = FrameEncoder(Self.profile())
        _ = encoder.encode(interface.grid)
        interface.perform(.back, .move(1))
        interface.perform(.open)
        let next = text(encoder.encode(interface.grid))
        #expect(!next.contains("a=t,") && !next.contains("a=d,"))
        #expect(interface.grid.picture != nil)
    }

    @Test func aBrokenCoverHasTheTextSetWithoutIt() throws {
        var interface = try opened(.kitty, Self.kitty)
        let subject = try #require(interface.state.article?.subject)
        interface.hasCovers = false
        interface.handle(.coverChanged(subject))
        #expect(interface.state.article?.text.cover == nil && interface.grid.picture == nil)
    }

    // MARK: - Colours that can be read

    /// Every colour of the text has a contrast of 4.5 on a white background (WCAG 1.4.3).
    @Test func coloursCanBeReadOnWhite() {
        for color in [TextStyle.red, .green, .yellow, .blue, .magenta, .cyan] {
            let code = Palette.sequence(color, on: .light, .many)
            let number = code.dropLast().split(separator: ";").last.flatMap { Int($0) } ?? 0
            #expect(Self.luminance(number) < (1 + 0.05) / 4.5 - 0.05, "\(code)")
        }
        for background in [Background.unknown, .dark] {
            #expect(Palette.sequence(.cyan, on: background, .many) == TextStyle.cyan.sequence)
        }
        #expect(Palette.sequence([.bold, .cyan], on: .light, .sixteen) == "\u{1B}[1m\u{1B}[34m")
    }

    /// Of one of the 216 colours of the cube.
    private static func luminance(_ number: Int) -> Double {
        let levels = [0, 95, 135, 175, 215, 255]
        let index = number - 16
        let parts = [index / 36, index / 6 % 6, index % 6].map { level -> Double in
            let share = Double(levels[level]) / 255
            return share <= 0.03928 ? share / 12.92 : pow24((share + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// To the power of 2.4, by Newton's fifth root of the twelfth power.
    private static func pow24(_ value: Double) -> Double {
        var power = 1.0
        for _ in 0..<12 { power *= value }
        var root = 0.5
        for _ in 0..<60 { root = (4 * root + power / (root * root * root * root)) / 5 }
        return root
    }
}
