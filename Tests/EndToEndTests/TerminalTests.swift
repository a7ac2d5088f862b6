import TestSupport
import Testing

/// What a person at a terminal sees, and a script does not.
@Suite struct TerminalTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    @Test func tablesFitTheTerminal() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        for width in [60, 80, 200] {
            let child = try program.start(
                "list", "episodes", input: .terminal(columns: UInt16(width), rows: 50))
            let result = try await child.waitForExit()
            #expect(result.ending == .exited(0))
            for line in plain(result.output).split(separator: "\r\n") {
                #expect(cells(line) <= width, "\(line)")
            }
            #expect(result.output.contains("灯下") || result.output.contains("旧书店"))
        }
    }

    @Test func askingTakesNoForAnAnswer() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let child = try program.start("remove", "灯下", input: .terminal(columns: 80, rows: 24))
        try await child.wait(forText: "?")
        child.write(Array("n\r".utf8))
        _ = try await child.waitForExit()
        #expect(try await program.json("list")["columns"]?.elements.count == 1)
    }

    @Test func askingTakesYesForAnAnswer() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let child = try program.start("remove", "灯下", input: .terminal(columns: 80, rows: 24))
        try await child.wait(forText: "?")
        child.write(Array("y\r".utf8))
        #expect(try await child.waitForExit().ending == .exited(0))
        #expect(try await program.json("list")["columns"]?.elements.isEmpty == true)
    }

    @Test func elsewhereThereAreNoColoursNorBars() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        for arguments in [["list"], ["list", "episodes"], ["download", "--all"]] {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), arguments, environment: program.environment)
            #expect(result.ending == .exited(0))
            for text in [result.output, result.errors] {
                #expect(!text.contains("\u{1B}"))
                #expect(!text.contains("\r"))
            }
        }
    }

    @Test(arguments: [("NO_COLOR", "1"), ("TERM", "dumb")])
    func respectsTheWishForNoColours(name: String, value: String) async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        var environment = program.environment
        environment[name] = value
        let child = try ChildProcess(
            BuiltBinary.path(), ["list"], environment: environment,
            input: .terminal(columns: 80, rows: 24))
        let output = try await child.waitForExit().output
        #expect(!output.contains("\u{1B}["), "\(output)")
    }

    @Test func keysSteerThePlayer() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "download", "lamplight-1")
        let child = try program.start(
            "play", "lamplight-1", "--output", "null", input: .terminal(columns: 80, rows: 24))
        try await child.wait(forText: "旧书店")
        child.write(Array(" ".utf8))
        child.write(Array("q".utf8))
        #expect(try await child.waitForExit().ending == .exited(0))
        // The terminal is as it was: echo and whole lines.
        try program.expectSoundLibrary()
    }

    /// The text without escape sequences.
    private func plain(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            result += rest[..<escape]
            rest = rest[escape...].drop { !$0.isLetter }.dropFirst()
        }
        return result + rest
    }

    /// Terminal cells: two for the ideographs and full-width forms that the fixtures have.
    private func cells(_ text: Substring) -> Int {
        text.unicodeScalars.reduce(0) { $0 + (0x2E80...0xFFEF ~= $1.value ? 2 : 1) }
    }
}
