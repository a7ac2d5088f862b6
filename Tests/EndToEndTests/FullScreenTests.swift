import TestSupport
import Testing

/// The built program in a real terminal (tmux), as its user has it.
@Suite(.enabled(if: TmuxScreen.isThere), .timeLimit(.minutes(5)))
struct FullScreenTests {
    private let program = Program()
    private let server = LoopbackServer()
    private var column: String { BuiltBinary.path() }

    init() {
        server.routeFixtures()
    }

    /// The screen of a library with two columns, open in a terminal of its own.
    private func openedScreen() async throws -> TmuxScreen {
        try await subscribe()
        let screen = try await screen()
        try await open(screen)
        return screen
    }

    private func subscribe() async throws {
        try await program.expect(0, "config", "set", "play.output", "null")
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
    }

    /// Starts the interface between two looks at the terminal's modes.
    private func open(_ screen: TmuxScreen, _ options: String = "") async throws {
        try await screen.run(
            "stty -g >before; \(column) tui \(options); echo left:$?; stty -g >after; echo mode")
        try await screen.wait(for: "灯下专栏", "1/2")
    }

    /// The shell's screen is back, and so are the terminal's modes.
    private func expectGivenBack(
        _ screen: TmuxScreen, _ left: String, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let text = try await screen.wait(for: left, "mode\nready>")
        #expect(!text.contains("search  :"), "\(text)", sourceLocation: location)
        let shell = program.home.path
        #expect(
            readFile(shell + "/before") == readFile(shell + "/after"), sourceLocation: location)
    }

    private func screen(_ width: Int = 80, _ height: Int = 24) async throws -> TmuxScreen {
        let screen = try await TmuxScreen(program, width: width, height: height)
        try await screen.run("cd '\(program.home.path)'; clear")
        return screen
    }

    @Test func opensReadsAndLeaves() async throws {
        let screen = try await openedScreen()
        try await screen.press("Enter")
        try await screen.wait(for: "1/4", "第二篇：雨天的邮差")
        try await screen.press("j", "Enter")
        try await screen.wait(for: "2/4", "Esc list")
        try await screen.press("Escape", "h")
        try await screen.wait(for: "1/2", "Enter open")
        try await screen.press("q")
        try await expectGivenBack(screen, "left:0")
        await screen.close()
    }

    @Test(arguments: [
        ("TERM", "left:143"), ("HUP", "left:129"), ("SEGV", "left:139"), ("ABRT", "left:134"),
        ("TRAP", "left:133"),
    ])
    func everySignalGivesTheTerminalBack(_ signal: String, _ left: String) async throws {
        try await subscribe()
        let screen = try await screen()
        try await screen.run("ulimit -c 0")
        try await open(screen)
        try await send(signal)
        try await expectGivenBack(screen, left)
        await screen.close()
    }

    /// Sends a signal to the interface of this test.
    ///
    /// The shell that waits knows no jobs of another window: the number comes from the program's own
    /// entry in /proc, which has this home in it.
    private func send(_ signal: String) async throws {
        _ = try await ChildProcess.run(
            "/bin/bash",
            [
                "-c",
                """
                for p in /proc/[0-9]*; do
                    [ "$(tr '\\0' ' ' <$p/cmdline 2>/dev/null)" = '\(column) tui ' ] || continue
                    tr '\\0' '\\n' <$p/environ | grep -qxF COLUMN_HOME='\(program.home.path)/column' &&
                        kill -\(signal) ${p#/proc/}
                done; true
                """,
            ], environment: program.environment)
    }

    /// By others: TSTP gives the terminal back first, which nothing can do at STOP; both are drawn
    /// whole again.
    @Test(arguments: ["TSTP", "STOP"]) func isStoppedByOthersAndGoesOn(_ signal: String)
        async throws
    {
        let screen = try await openedScreen()
        try await send(signal)
        try await screen.wait(for: "Stopped")
        if signal == "TSTP" {
            let shell = try await screen.capture()
            #expect(!shell.contains("search  :"))
        }
        try await screen.run("clear; fg")
        try await screen.wait(for: "灯下专栏", "1/2", "Enter open")
        try await screen.press("j")
        try await screen.wait(for: "2/2")
        try await screen.press("q")
        try await screen.wait(for: "ready>")
        await screen.close()
    }

    @Test func stopsAndGoesOn() async throws {
        let screen = try await openedScreen()
        try await screen.press("C-z")
        try await screen.wait(for: "Stopped")
        let shell = try await screen.capture()
        #expect(!shell.contains("search  :"))
        try await screen.run("fg")
        try await screen.wait(for: "灯下专栏", "1/2", "Enter open")
        try await screen.press("j")
        try await screen.wait(for: "2/2")
        try await screen.press("q")
        try await screen.wait(for: "ready>")
        await screen.close()
    }

    @Test func takesEverySize() async throws {
        let screen = try await openedScreen()
        try await screen.press("2")
        try await screen.wait(for: "1/8")
        try await screen.resize(200, 50)
        try await screen.wait(for: "1/8", "9 Search", "│")
        try await screen.resize(40, 10)
        try await screen.wait(for: "1/8", "Enter read")
        try await screen.wait(for: "ten lines") { $0.split(separator: "\n").count <= 10 }
        try await screen.resize(30, 8)
        try await screen.wait(for: "too small")
        try await screen.resize(80, 24)
        try await screen.wait(for: "1/8", "Enter read")
        try await screen.press("q")
        try await expectGivenBack(screen, "left:0")
        await screen.close()
    }

    @Test func theMouseSelectsOpensAndScrolls() async throws {
        let screen = try await openedScreen()
        try await screen.send("\u{1B}[<0;10;3M")
        try await screen.wait(for: "2/2")
        try await screen.send("\u{1B}[<64;10;3M")
        try await screen.wait(for: "1/2")
        try await screen.send("\u{1B}[<0;10;2M")
        try await screen.wait(for: "1/4", "第二篇：雨天的邮差")
        try await screen.press("q")
        try await expectGivenBack(screen, "left:0")
        await screen.close()
    }

    @Test func searchesAndRunsCommands() async throws {
        let screen = try await openedScreen()
        try await screen.press("/")
        try await screen.send("邮差")
        try await screen.press("Enter")
        try await screen.wait(for: "1/", "第二篇：雨天的邮差")
        try await screen.press(":")
        try await screen.send("list columns")
        try await screen.press("Enter")
        try await screen.wait(for: "column list columns", "done", "UNPLAYED")
        try await screen.press("Escape", "L", "6")
        try await screen.wait(for: "第二篇：雨天的邮差", "♥")
        try await screen.press("?")
        try await screen.wait(for: "Moving", "Next row")
        try await screen.press("Escape", "q")
        try await expectGivenBack(screen, "left:0")
        await screen.close()
    }

    /// The player starts on demand, shows itself, obeys, and outlives the screen.
    @Test func thePlayerGoesOnWithoutTheScreen() async throws {
        let screen = try await openedScreen()
        try await screen.press("Enter")
        try await screen.wait(for: "1/4")
        // The last one is the longest.
        try await screen.press("G", "p")
        try await screen.wait(for: "▶", "0:18")
        try await screen.press("Space")
        try await screen.wait(for: "⏸")
        try await screen.press("]")
        try await screen.wait(for: "1.1×")
        try await screen.press("b", "8")
        try await screen.wait(for: "1/1", "Bookmarks", "0:0")
        try await screen.press("q")
        try await expectGivenBack(screen, "left:0")
        let status = try await program.json("status")
        #expect(status["speed"]?.double == 1.1)
        try await program.expect(0, "stop")
        await screen.close()
    }

    /// What other processes do is seen without a key.
    @Test func showsWhatOthersDo() async throws {
        let screen = try await openedScreen()
        try await screen.press("4")
        try await screen.wait(for: "The queue is empty")
        try await program.expect(0, "queue", "add", "lamplight-1")
        try await screen.wait(for: "1/1")
        try await screen.press("d")
        try await screen.wait(for: "Downloaded.", "↓")
        try await screen.press("q")
        try await expectGivenBack(screen, "left:0")
        await screen.close()
    }

    @Test(arguments: [40, 100]) func playHasALivePanel(_ width: Int) async throws {
        try await subscribe()
        try await program.expect(0, "download", "lamplight-1")
        let screen = try await screen(width, 24)
        try await screen.run("clear; \(column) play lamplight-1; echo left:$?")
        try await screen.wait(for: "▶", "●")
        try await screen.press("Space")
        try await screen.wait(for: "⏸")
        try await screen.press("b", "s", "L")
        let text = try await screen.wait(for: "Bookmark at", "Liked.", "sleep")
        // One panel, however often it was drawn.
        #expect(text.split(separator: "\n").filter { $0.contains("⏸") }.count == 1, "\(text)")
        try await screen.press("q")
        try await screen.wait(for: "left:0")
        await screen.close()
    }
}
