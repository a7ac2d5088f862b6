import TestSupport
import Testing

/// A command that looks and answers must not pay for what only the network needs: libcurl and what
/// it pulls in take 4 ms to load.
@Suite struct StartUpTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let words: String
        var testDescription: String { "column \(words)" }
    }

    @Test(arguments: [
        Case(words: "--version"), Case(words: "help play"), Case(words: "list"),
        Case(words: "list episodes"), Case(words: "list queue"), Case(words: "show 1"),
        Case(words: "search lamp"), Case(words: "config list"), Case(words: "status"),
        Case(words: "completions bash"),
    ])
    func loadsNothingForTheNetwork(_ command: Case) async throws {
        let program = Program()
        let server = LoopbackServer()
        server.routeFixtures()
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        // The loader itself tells what it loads (ld.so(8), LD_DEBUG).
        let environment = program.environment.merging(["LD_DEBUG": "files"]) { $1 }
        let result = try await ChildProcess.run(
            BuiltBinary.path(), command.words.split(separator: " ").map(String.init),
            environment: environment, directory: program.home.path)
        let loaded = result.errors.split(separator: "\n").filter { $0.contains("calling init") }
        #expect(loaded.contains { $0.contains("libsqlite3") })
        #expect(!loaded.contains { $0.contains("libcurl") || $0.contains("libcrypto") })
    }
}
