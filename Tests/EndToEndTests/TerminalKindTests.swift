import TestSupport
import Testing

/// The full screen in terminals of other kinds, and in terminals that things happen to.
@Suite(.enabled(if: TmuxScreen.isThere), .timeLimit(.minutes(5)))
struct TerminalKindTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    private func opened(_ environment: String = "", _ width: Int = 100, _ height: Int = 30)
        async throws -> TmuxScreen
    {
        try await program.expect(0, "config", "set", "play.output", "null")
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        let screen = try await TmuxScreen(program, width: width, height: height)
        try await screen.run("cd '\(program.home.path)'; clear")
        try await screen.run(
            "stty -g >before; env \(environment) \(BuiltBinary.path()) tui; echo left:$?;"
                + " stty -g >after; echo mode")
        try await screen.wait(for: "1/2")
        return screen
    }

    private func leave(_ screen: TmuxScreen) async throws {
        try await screen.press("q")
        try await screen.wait(for: "left:0", "mode\nready>")
        let home = program.home.path
        try await screen.wait(for: "its modes") { _ in readFile(home + "/after")?.isEmpty == false }
        #expect(readFile(home + "/before") == readFile(home + "/after"))
        await screen.close()
    }

    /// By name: nothing is drawn that the terminal does not have, and it is given back.
    @Test(arguments: [
        "TERM=linux", "TERM=vt100", "TERM=vt220 LC_ALL=C", "TERM=screen", "TERM=screen-256color",
        "TERM=tmux-256color TMUX=x", "TERM=xterm NO_COLOR=1", "TERM=ansi",
    ])
    func worksIn(_ environment: String) async throws {
        let screen = try await opened(environment)
        try await screen.press("Enter")
        try await screen.wait(for: "1/4")
        try await screen.press("j", "?")
        try await screen.wait(for: "Moving")
        try await screen.press("Escape", "h")
        try await screen.wait(for: "1/2")
        let styled = try await screen.capture(styled: true)
        if environment.contains("NO_COLOR") {
            #expect(styled.firstMatch(of: /\e\[[0-9;]*3[0-8]m/) == nil, "\(styled)")
        }
        try await leave(screen)
    }

    /// The sign between the numbers was a question mark where it is not in the encoding.
    @Test func sayingThatItIsTooSmallTakesASCIIOnly() async throws {
        let screen = try await opened("LC_ALL=C")
        try await screen.resize(39, 9)
        try await screen.wait(for: "too small", "40x10")
        try await screen.resize(80, 24)
        try await screen.wait(for: "1/2")
        try await leave(screen)
    }

    /// However often the size changes, the last one is drawn, whole.
    @Test func aStormOfSizesEndsInTheLastOne() async throws {
        let screen = try await opened()
        try await screen.press("2")
        try await screen.wait(for: "1/8")
        var random = SeededRandom(seed: 4)
        for _ in 0..<30 {
            try await screen.resize(
                Int.random(in: 10...220, using: &random), Int.random(in: 3...60, using: &random))
        }
        try await screen.resize(110, 32)
        try await screen.wait(for: "1/8", "9 Search", "│", "q quit")
        try await screen.press("j")
        try await screen.wait(for: "2/8")
        try await leave(screen)
    }

    /// A terminal that vanishes takes the screen with it, and leaves the player playing.
    @Test func thePlayerOutlivesTheTerminal() async throws {
        let screen = try await opened()
        try await screen.press("Enter")
        try await screen.wait(for: "1/4")
        try await screen.press("G", "p")
        try await screen.wait(for: "▶", "0:18")
        try await screen.press("Space")
        try await screen.wait(for: "⏸")
        await screen.close()
        let status = try await program.json("status")
        #expect(status["status"]?.string == "paused" || status["state"]?.string == "paused")
        try await program.expect(0, "stop")
    }

    /// Where a cover is kept and chafa is there it is drawn in half blocks of 256 colours, and it is
    /// gone under help and in a smaller window.
    @Test(.enabled(if: fileExists("/usr/lib/x86_64-linux-gnu/libchafa.so.0")))
    func aCoverIsDrawnInHalfBlocks() async throws {
        let screen = try await opened("TMUX=x COLORTERM=")
        try await screen.press("Enter")
        try await screen.wait(for: "the cover") { $0.contains("▄▄▄") }
        let styled = try await screen.capture(styled: true)
        #expect(styled.contains("38;5;") || styled.contains("48;5;"))
        try await screen.press("?")
        try await screen.wait(for: "no cover") { $0.contains("Moving") && !$0.contains("▄") }
        try await screen.press("Escape")
        try await screen.wait(for: "the cover") { $0.contains("▄▄▄") }
        try await screen.resize(60, 20)
        try await screen.wait(for: "no cover") { $0.contains("1/4") && !$0.contains("▄") }
        try await leave(screen)
    }

    /// Who leaves before the terminal has answered does not get the answers into the shell.
    @Test func answersDoNotReachTheShell() async throws {
        let screen = try await opened()
        try await screen.press("q")
        try await screen.wait(for: "mode\nready>")
        for number in 0..<5 {
            try await screen.run("clear; \(BuiltBinary.path()) tui; echo end-$((\(number) + 10))")
            try await screen.press("q")
            let text = try await screen.wait(for: "end-\(number + 10)\nready>")
            #expect(!text.contains("rgb:") && !text.contains("?1;2c") && !text.contains("[c"))
        }
        await screen.close()
    }
}
