import TestSupport
import Testing

/// Words and lines instead of a screen: by pipes, and on a terminal that cannot move its cursor.
@Suite struct PlainModeTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    @Test func aScriptSteersIt() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let script =
            "new\ndown\nlike\nopen\nliked\nfind 邮差\nenqueue\nqueue\nlist columns\nquit\nnew\n"
        let result = try await program.run(
            "tui", "--plain", input: .bytes(Array(script.utf8)))
        #expect(result.ending == .exited(0))
        #expect(result.errors.isEmpty)
        #expect(!result.output.contains("\u{1B}") && !result.output.contains("\r"))
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "Columns: 1")
        #expect(lines.contains { $0.hasPrefix("New: ") })
        #expect(lines.contains { $0.hasPrefix("> ") && $0.contains("liked") })
        #expect(lines.contains("Liked: 1"))
        #expect(lines.contains("Queue: 1"))
        #expect(lines.contains { $0.contains("UNPLAYED") })
        let queue = try await program.json("list", "queue")
        #expect(queue["episodes"]?.elements.count == 1)
    }

    @Test func aDumbTerminalGetsIt() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        var environment = program.environment
        environment["TERM"] = "dumb"
        let child = try ChildProcess(
            BuiltBinary.path(), ["tui"], environment: environment,
            input: .terminal(columns: 80, rows: 24))
        try await child.wait(forText: "column> ")
        child.write(Array("new\r".utf8))
        try await child.wait(forText: "New: 3")
        child.write(Array("quit\r".utf8))
        let result = try await child.waitForExit()
        #expect(result.ending == .exited(0))
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test func withoutATerminalTheScreenIsRefused() async throws {
        let result = try await program.run("tui")
        #expect(result.ending == .exited(2))
        #expect(result.errors.contains("--plain"))
    }

    @Test func theEndOfTheInputIsTheEnd() async throws {
        let result = try await program.run("tui", "--plain")
        #expect(result.ending == .exited(0))
        #expect(result.output.hasPrefix("Columns: nothing."))
    }

    /// All that goes to a terminal is text and the few sequences that we write.
    @Test func nothingRawReachesTheTerminal() async throws {
        let attack =
            #"A\u001b[31m\u001b]0;t\u0007\u001b]52;c;eA==\u001b\\\u009b2J\u202e\u2066\u0007\u0008\r\n\u2028\u0085\u007fZ"#
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "C \(attack)",
             "items": [{"id": "1", "title": "Words \(attack)",
               "content_html": "<p>\(attack)</p>"}]}
            """
        server.route("/feed.json", serving: Content(text: feed, type: "application/feed+json"))
        try await program.expect(0, "add", server.url("/feed.json"))
        let child = try program.start("tui", input: .terminal(columns: 120, rows: 30))
        try await child.wait(forText: "]52;c;eA==")
        child.write(Array("\r".utf8))
        try await child.wait(forText: "Words")
        child.write(Array("L345678/Words\r:show 1\r".utf8))
        try await child.wait(forText: "done")
        child.write(Array("\u{1B}".utf8))
        child.write(Array("qq".utf8))
        let result = try await child.waitForExit()
        // What the terminal is asked once: its background, kitty's images, the size of a cell, its kind.
        let questions =
            "\u{1B}]11;?\u{1B}\\\u{1B}_Gi=31415001,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
            + "\u{1B}[16t\u{1B}[c"
        let parts = result.output.split(separator: questions, omittingEmptySubsequences: false)
        #expect(parts.count == 2)
        let foreign = parts.flatMap { foreignSequences(String($0)) }
        #expect(foreign.isEmpty, "\(foreign)")
        #expect(result.ending == .exited(0))
    }

    /// What is neither text nor one of our sequences.
    private func foreignSequences(_ text: String) -> [String] {
        var foreign: [String] = []
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if scalar.value == 0x1B {
                var sequence = ""
                while let next = scalars.popFirst() {
                    sequence.unicodeScalars.append(next)
                    if sequence.unicodeScalars.count > 1, (0x40...0x7E).contains(next.value) {
                        break
                    }
                }
                let known = "[" + "HJKmhl"
                if sequence.first != "[" || !known.contains(sequence.last ?? "?") {
                    foreign.append(sequence.debugDescription)
                }
            } else if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                foreign.append("U+\(String(scalar.value, radix: 16))")
            }
        }
        return foreign
    }
}
