@preconcurrency import Glibc
import PlaybackRules
import RemoteControl
import TestSupport
import Testing

@testable import TerminalUI

/// Screens as they are to look, kept under Snapshots; `UPDATE_SNAPSHOTS=1` writes them anew.
@Suite struct SnapshotTests {
    static let sizes = [(40, 10), (80, 24), (200, 50)]

    @Test(arguments: sizes) func columns(_ width: Int, _ height: Int) {
        let interface = FakeInterface(width, height)
        expect(interface.screen, "columns-\(width)x\(height)")
    }

    @Test(arguments: sizes) func episodesOfAllColumns(_ width: Int, _ height: Int) {
        var interface = FakeInterface(width, height)
        interface.perform(.show(.episodes), .move(4))
        expect(interface.screen, "episodes-\(width)x\(height)")
    }

    @Test(arguments: sizes) func playing(_ width: Int, _ height: Int) {
        var interface = FakeInterface(width, height)
        interface.perform(.show(.new), .move(1))
        interface.play(Samples.episodes[0], at: .seconds(640)) { snapshot in
            snapshot.speed = 1.5
            snapshot.sleep = .init(kind: .after(.seconds(900)), remaining: .seconds(700))
        }
        expect(interface.screen, "playing-\(width)x\(height)")
    }

    @Test(arguments: sizes) func article(_ width: Int, _ height: Int) {
        var interface = FakeInterface(width, height)
        interface.perform(.show(.episodes), .open, .move(3))
        expect(interface.screen, "article-\(width)x\(height)")
    }

    @Test(arguments: sizes) func help(_ width: Int, _ height: Int) {
        var interface = FakeInterface(width, height)
        interface.perform(.help, .move(2))
        expect(interface.screen, "help-\(width)x\(height)")
    }

    @Test(arguments: sizes) func bookmarks(_ width: Int, _ height: Int) {
        var interface = FakeInterface(width, height)
        interface.perform(.show(.bookmarks))
        expect(interface.screen, "bookmarks-\(width)x\(height)")
    }

    @Test func typing() {
        var interface = FakeInterface(80, 24)
        interface.press(.character(":"))
        interface.type("s")
        interface.press(.tab)
        expect(interface.screen, "typing-80x24")
        #expect(interface.grid.cursor == Point(column: 2, row: 23))
    }

    @Test func emptyLibrary() {
        let interface = FakeInterface(40, 10, columns: [], episodes: [])
        expect(interface.screen, "empty-40x10")
    }

    @Test func tooSmall() {
        let interface = FakeInterface(30, 8)
        expect(interface.screen, "too-small-30x8")
    }

    @Test func asciiTerminal() {
        var interface = FakeInterface(80, 24)
        interface.useGlyphs(.ascii)
        interface.perform(.show(.episodes))
        interface.play(Samples.episodes[3], at: .seconds(640))
        expect(interface.screen, "ascii-80x24")
    }

    private func expect(
        _ screen: String, _ name: String, at location: SourceLocation = #_sourceLocation
    ) {
        let folder = "\(#filePath)".split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        let path = folder + "/Snapshots/\(name).txt"
        if getenv("UPDATE_SNAPSHOTS") != nil {
            writeFile(path, Array(screen.utf8))
            return
        }
        let kept = readFile(path).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            kept == screen, "\(name) is kept as\n\(kept ?? "nothing")", sourceLocation: location)
    }
}
