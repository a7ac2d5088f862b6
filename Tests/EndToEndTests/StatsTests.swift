import TestSupport
import Testing

/// What was heard is counted while it plays, and shown.
@Suite struct StatsTests {
    private let program = Program()
    private let server = LoopbackServer()

    @Test func listeningIsCounted() async throws {
        let nothing = try await program.expect(0, "stats")
        #expect(nothing.output.isEmpty && nothing.errors.contains("Nothing was heard yet."))
        server.routeFixtures()
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "night-post-3")
        try await program.expect(
            0, "play", "night-post-3", "--from", "0:07", "--speed", "2", "--mode", "once",
            "--output", "null")
        let json = try await program.json("stats")
        let heard = try #require(json["heard"]?.double)
        #expect(heard > 1 && heard < 5)
        #expect(abs((json["spent"]?.double ?? 0) - heard / 2) < 0.01)
        #expect(abs((json["savedBySpeed"]?.double ?? 0) - heard / 2) < 0.01)
        #expect(json["episodes"]?.int == 1 && json["days"]?.int == 1)
        #expect(json["columns"]?.elements.first?["column"]?.int == 1)
        #expect(json["periods"]?.elements.count == 1)
        let text = try await program.expect(0, "stats").output
        #expect(text.contains("Heard  ") && text.contains("By week") && text.contains("█"))
        #expect(try await program.expect(0, "stats", "--since", "2999-01-01").output.isEmpty)
        // On the narrowest terminal nothing is wider than it.
        let child = try ChildProcess(
            BuiltBinary.path(), ["stats", "--by", "day"], environment: program.environment,
            input: .terminal(columns: 40, rows: 10))
        let shown = try await child.waitForExit().output
        #expect(shown.contains("By day"))
    }
}
