import TestSupport
import Testing

/// What runs when the screen is left, and what is asked for while something runs.
@Suite(.enabled(if: TmuxScreen.isThere), .timeLimit(.minutes(5)))
struct LeavingTests {
    private let program = Program()
    private let server = LoopbackServer()
    private let gate = Gate()

    init() {
        server.routeFixtures()
        let gate = gate
        let sound = Content(Fixtures.bytes("lamplight/episode-1.mp3"), etag: "\"one\"")
        server.route("/lamplight/episode-1.mp3") { request in
            Response.serving(sound, to: request).adding(.hold(after: 2_048, gate))
        }
    }

    /// The interface in a column whose last episode comes when the gate opens.
    private func open() async throws -> TmuxScreen {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let screen = try await TmuxScreen(program, width: 80, height: 24)
        try await screen.run("clear; \(BuiltBinary.path()) tui; echo left:$?")
        try await screen.wait(for: "灯下专栏", "1/1")
        try await screen.press("Enter")
        try await screen.wait(for: "1/4")
        try await screen.press("G", "d")
        try await screen.wait(for: "4/4", "% of")
        return screen
    }

    private func states() async throws -> [String] {
        let list = try await program.json("list", "episodes", "--sort", "oldest")
        return list["episodes"]?.elements.compactMap { $0["state"]?.string } ?? []
    }

    @Test func whatIsAskedForMeanwhileComesAfterIt() async throws {
        let screen = try await open()
        try await screen.press("k", "d", "k", "d")
        try await screen.wait(for: "+2")
        gate.open()
        try await screen.wait(for: "three files") { $0.split(separator: "↓").count == 4 }
        try await screen.press("q")
        try await screen.wait(for: "left:0")
        #expect(try await states().prefix(3) == ["complete", "complete", "complete"])
        await screen.close()
    }

    @Test func aDownloadGoesOnWithoutTheScreen() async throws {
        let screen = try await open()
        try await screen.press("q")
        try await screen.wait(for: "Download runs: b background, e end")
        try await screen.press("n")
        try await screen.wait(for: "Enter read")
        try await screen.press("q", "b")
        try await screen.wait(for: "left:0")
        await screen.close()
        gate.open()
        let deadline = ContinuousClock.now + .seconds(60)
        while try await states().first != "complete", ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(try await states().first == "complete")
    }

    @Test func aDownloadThatIsEndedKeepsWhatItHas() async throws {
        let screen = try await open()
        try await screen.press("q", "e")
        try await screen.wait(for: "left:0")
        await screen.close()
        #expect(try await states().first == "partial")
        gate.open()
        try await program.expect(0, "download", "lamplight-1")
    }
}
