@preconcurrency import Glibc
import SQLiteKit
import TestSupport
import Testing

/// The built program's screens in a real terminal, compared with those kept under Screens.
///
/// `make screens` renews them; look at what `git diff` says then.
@Suite(.enabled(if: TmuxScreen.isThere), .timeLimit(.minutes(10)))
struct ScreenSnapshotTests {
    struct Scene: Sendable, CustomTestStringConvertible {
        let width: Int
        let height: Int
        /// The terminal's name and more of the environment.
        let environment: String
        /// What distinguishes it from the others of its size.
        let name: String
        /// The word for the list of columns, which says that the screen is there.
        var columns = "Columns"
        var testDescription: String { "\(name) \(width)×\(height)" }
    }

    static let scenes = [
        Scene(width: 80, height: 24, environment: "", name: "dark"),
        Scene(width: 40, height: 10, environment: "", name: "dark"),
        Scene(width: 200, height: 50, environment: "", name: "dark"),
        Scene(
            width: 80, height: 24, environment: "LC_ALL=zh_CN.UTF-8 ", name: "chinese",
            columns: "专栏"),
        Scene(
            width: 200, height: 50, environment: "LC_ALL=zh_CN.UTF-8 ", name: "chinese",
            columns: "专栏"),
        Scene(width: 80, height: 24, environment: "COLORFGBG='0;15' ", name: "light"),
        Scene(width: 80, height: 24, environment: "TERM=linux ", name: "linux"),
        Scene(width: 80, height: 24, environment: "TERM=vt100 LC_ALL=C ", name: "ascii"),
        Scene(width: 80, height: 24, environment: "NO_COLOR=1 ", name: "colourless"),
    ]

    @Test(arguments: scenes) func looksAsItIsKept(_ scene: Scene) async throws {
        let program = Program()
        let server = LoopbackServer()
        server.routeFixtures()
        try await fill(program, server)
        let screen = try await TmuxScreen(program, width: scene.width, height: scene.height)
        try await screen.run("cd '\(program.home.path)'; clear")
        try await screen.run("clear; env \(scene.environment)\(BuiltBinary.path()) tui")
        try await look(screen, scene, "columns", at: "1/2", scene.columns)
        try await screen.press("Enter")
        try await screen.wait(for: "1/4")
        try await screen.press("j", "j", "j")
        try await look(screen, scene, "episodes", at: "4/4")
        try await screen.press("Enter")
        try await look(screen, scene, "article", at: "4/4", "Esc")
        try await screen.press("Escape", "4")
        try await look(screen, scene, "queue", at: "1/2")
        try await screen.press("?")
        try await look(screen, scene, "help", at: "Esc")
        try await screen.press("Escape")
        // A player that stands still; the screen finds it by itself.
        try await program.expect(
            0, "play", "lamplight-1", "--background", "--output", "null")
        try await program.expect(0, "pause")
        try await program.expect(0, "seek", "0:05")
        try await program.expect(0, "speed", "1.5")
        try await look(screen, scene, "playing", at: "0:05", "1.5")
        try await program.expect(0, "stop")
        try await screen.press("q")
        try await screen.wait(for: "ready>")
        await screen.close()
        server.stop()
    }

    private func fill(_ program: Program, _ server: LoopbackServer) async throws {
        try await program.expect(0, "config", "set", "play.output", "null")
        // chafa's choice of blocks is its own; CoverScreenTests look at covers.
        try await program.expect(0, "config", "set", "tui.images", "off")
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "lamplight-1")
        try await program.expect(0, "queue", "add", "lamplight-2", "night-post-1")
        try await program.expect(0, "like", "lamplight-2")
        // The day of the sync is no matter of the screen.
        let library = try Connection(
            path: program.home.path("column/library.sqlite"), mode: .readWrite,
            busyTimeout: .seconds(30))
        try library.run("UPDATE feed_states SET succeeded = 1760000000")
    }

    /// Waits for texts and until the screen stands still, and compares it with the kept one.
    private func look(
        _ screen: TmuxScreen, _ scene: Scene, _ view: String, at texts: String...,
        location: SourceLocation = #_sourceLocation
    ) async throws {
        try await screen.wait(for: "\(texts)") { text in texts.allSatisfy(text.contains) }
        var shown = StyledScreen.text(try await screen.capture(styled: true))
        var isStill = 0
        while isStill < 4 {
            try await Task.sleep(for: .milliseconds(150))
            let next = StyledScreen.text(try await screen.capture(styled: true))
            isStill = next == shown ? isStill + 1 : 0
            shown = next
        }
        let name = "\(view)-\(scene.width)x\(scene.height)-\(scene.name)"
        let folder = "\(#filePath)".split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        let path = "\(folder)/Screens/\(name).txt"
        if getenv("UPDATE_SNAPSHOTS") != nil {
            writeFile(path, Array(shown.utf8))
            return
        }
        let kept = readFile(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(
            kept == shown, "\(name):\n\(Self.difference(kept, shown))", sourceLocation: location)
    }

    /// The lines that differ.
    static func difference(_ kept: String, _ shown: String) -> String {
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let (old, new) = (lines(kept), lines(shown))
        return (0..<max(old.count, new.count)).compactMap { row -> String? in
            let before = old.indices.contains(row) ? old[row] : "(none)"
            let after = new.indices.contains(row) ? new[row] : "(none)"
            return before == after ? nil : "line \(row + 1)\n  - \(before)\n  + \(after)"
        }.joined(separator: "\n")
    }

    @Test func aDifferenceCanBeRead() {
        #expect(
            Self.difference("a\nb\nd", "a\nc\nd\ne")
                == "line 2\n  - b\n  + c\nline 4\n  - (none)\n  + e")
    }

    @Test func stylesAreWrittenWhereTheyAreSeen() {
        let escape = "\u{1B}["
        let first =
            "\(escape)1;36m●\(escape)0m a \(escape)2mb  \(escape)0m\n\(escape)7m c\(escape)0m"
        let second = "\(escape)36;1m●\(escape)39;22m a \(escape)0;2mb\(escape)0m\n\(escape)7m c"
        #expect(StyledScreen.text(first) == "⟨1;36⟩●⟨⟩ a ⟨2⟩b\n⟨7⟩ c")
        #expect(StyledScreen.text(second) == StyledScreen.text(first))
        #expect(
            StyledScreen.text("\(escape)38;5;24mx\(escape)48;2;1;2;3m ")
                == "⟨38:5:24⟩x⟨48:2:1:2:3⟩ ")
    }
}
