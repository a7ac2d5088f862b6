import TestSupport
import Testing

@Suite struct UsageTests {
    static let commands = ["add", "remove", "sync", "list", "show", "download", "play", "config"]

    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func namesTheCommands(arguments: [String]) async throws {
        let program = Program()
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: program.environment)
        #expect(result.ending == .exited(0))
        #expect(result.errors.isEmpty)
        for command in Self.commands { #expect(result.output.contains(command)) }
    }

    @Test func tellsItsVersion() async throws {
        let program = Program()
        let long = try await program.expect(0, "--version")
        let short = try await program.expect(0, "-V")
        #expect(long.output == short.output)
        #expect(long.output.hasPrefix("column "))
    }

    @Test(arguments: commands)
    func explainsACommandWithoutTouchingTheHome(command: String) async throws {
        let program = Program()
        let result = try await program.expect(0, command, "--help")
        #expect(result.output.contains("column \(command)"))
        #expect(result.errors.isEmpty)
        #expect(listDirectory(program.home.path("column")).isEmpty)
        for line in result.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }

    @Test(arguments: [
        ["add"], ["sync", "--no-such"], ["list", "nonsense"], ["list", "--limit", "many"],
        ["play", "--speed", "fast"], ["play", "--from", "1:2:3:4"], ["config", "get"],
        ["config", "set", "play.speed"], ["download", "--latest", "-1"],
    ])
    func refusesWrongUse(arguments: [String]) async throws {
        let program = Program()
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: program.environment)
        #expect(result.ending == .exited(2), "\(arguments): \(result.errors)")
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test func endsSilentlyWhenNobodyReads() async throws {
        let program = Program()
        let server = LoopbackServer()
        let items = (1...2_000).map { number in
            RSSFeed.Item(guid: "\(number)", title: "Number \(number)", audioURL: nil)
        }
        let feed = RSSFeed(title: "Long", items: items)
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
        var environment = program.environment
        environment["PROGRAM"] = BuiltBinary.path()
        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", "\"$PROGRAM\" list episodes | head -n 1"], environment: environment)
        #expect(result.errors.isEmpty)
    }
}
