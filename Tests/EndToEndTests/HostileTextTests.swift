import TestSupport
import Testing

/// A feed whose every text tries to reach the terminal as more than text.
@Suite struct HostileTextTests {
    private let program = Program()
    private let server = LoopbackServer()

    /// Colours, a title, the clipboard, C1, overrides, bells, line ends, as JSON writes them.
    private static let attack =
        #"A\u001b[31m\u001b]0;t\u0007\u001b]52;c;eA==\u001b\\\u009b2J\u202e\u2066\u0007\u0008\r\n\u2028\u0085\u007fZ"#

    private func subscribe() async throws {
        let attack = Self.attack
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "C \(attack)",
             "description": "\(attack)", "authors": [{"name": "\(attack)"}],
             "items": [{"id": "one \(attack)", "title": "Words \(attack)", "summary": "\(attack)",
               "url": "http://example.org/\(attack)", "tags": ["\(attack)"],
               "content_html": "<p>\(attack)</p><a href='http://example.org/\(attack)'>\(attack)</a>",
               "attachments": [{"url": "http://127.0.0.1:1/\(attack).mp3",
                 "mime_type": "audio/mpeg", "title": "\(attack)"}]}]}
            """
        server.route(
            "/feed.json", serving: Content(text: feed, type: "application/feed+json"))
        expectClean(try await program.run("add", server.url("/feed.json")), ["add"])
    }

    private static let commands: [[String]] = [
        ["list"], ["list", "episodes"], ["list", "new"], ["show", "1"], ["show", "--column", "1"],
        ["read", "1"], ["read", "--links", "1"], ["read", "--markdown", "1"],
        ["read", "--html", "1"],
        ["search", "Words"], ["like", "1"], ["list", "liked"], ["queue", "add", "1"], ["queue"],
        ["list", "queue"], ["download", "1"], ["list", "downloads"], ["sync"],
        ["sync", "--verbose"],
        ["mark", "played", "1"], ["why", "1"], ["undo"], ["play", "1", "--output", "null"],
        ["show", "nothing \u{1B}[31m"], ["nothing\u{1B}[31m"],
        ["add", "http://127.0.0.1:1/\u{1B}[31m"],
        ["search", "is:unplayed"], ["search", "--limit", "1", "W*"],
        ["search", "x\u{1B}]0;t\u{07}:y"],
        ["search", "column:\u{9B}31m"], ["stats"], ["list", "history"], ["bookmark", "1", "0:01"],
        ["list", "bookmarks"], ["mark", "read", "1"], ["mark", "unread", "1"],
        ["like", "\u{9B}2J"],
        ["queue", "remove", "1"], ["config", "set", "http.user-agent", "a\u{202E}b"], ["config"],
        ["config", "get", "x\u{1B}[2J"], ["import", "no\u{1B}[31mfile"], ["add", "no\u{07}file"],
        ["play", "./no\u{1B}[31mfile"], ["backup", "/dev/null/no\u{9B}where"],
        ["help", "\u{1B}[31m"],
        ["read", "--width", "40", "1"], ["list", "columns"], ["export", "\u{1B}]52;c;eA==\u{07}"],
        ["remove", "1"],
    ]

    @Test func nothingRawComesOutOfAnyCommand() async throws {
        try await subscribe()
        for command in Self.commands {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), command, environment: program.environment)
            expectClean(result, command)
        }
        // The attack did come through the parser and the store.
        let shown = try await program.run("show", "1")
        #expect(shown.output.contains("]52;c;eA==") && shown.output.contains("␡"), "\(shown)")
    }

    /// What a terminal in an old mode takes as C1 controls: bytes in texts that say to be Latin-1, and
    /// bytes that are no UTF-8 at all.
    @Test(arguments: ["iso-8859-1", "utf-8"])
    func bytesOfC1DoNotComeThrough(encoding: String) async throws {
        var bytes = Array(
            "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss version=\"2.0\">".utf8)
        let evil =
            [0x9B] + Array("31m".utf8) + [0x9D] + Array("0;t".utf8) + [0x07, 0x90, 0x9C, 0x85]
        func add(_ text: String) { bytes += text.utf8 }
        add("<channel><title>C ")
        bytes += evil
        add("</title><item><guid>one</guid><title>Words ")
        bytes += evil
        add("</title><description>")
        bytes += evil
        add(" &#x9b;31m &#27;[31m &#x202e; &amp;#155;</description></item></channel></rss>")
        server.route("/raw.xml", serving: Content(bytes, type: "application/rss+xml"))
        expectClean(try await program.run("add", server.url("/raw.xml")), ["add"])
        for command in [
            ["list"], ["list", "episodes"], ["show", "1"], ["show", "--column", "1"],
            ["read", "1"],
            ["read", "--markdown", "1"], ["read", "--html", "1"], ["search", "Words"],
            ["list", "episodes", "--json"], ["search", "Words", "--json"],
        ] {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), command, environment: program.environment)
            expectClean(result, command)
        }
        let shown = try await program.run("show", "1")
        #expect(shown.output.contains("Words"), "\(shown)")
    }

    @Test func jsonEscapesControls() async throws {
        try await subscribe()
        for command in [["list"], ["list", "episodes"], ["show", "1"], ["read", "1"], ["sync"]] {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), command + ["--json"], environment: program.environment)
            for scalar in result.output.unicodeScalars where scalar != "\n" {
                #expect(scalar.value >= 0x20, "\(command): \(result.output.debugDescription)")
            }
        }
    }

    private func expectClean(_ result: ProcessResult, _ command: [String]) {
        for text in [result.output, result.errors] {
            for scalar in text.unicodeScalars where scalar != "\n" {
                let isRaw =
                    scalar.properties.generalCategory == .control
                    || scalar.properties.isBidiControl || scalar == "\u{2028}"
                #expect(
                    !isRaw,
                    "\(command) printed U+\(String(scalar.value, radix: 16)): \(text.debugDescription)"
                )
            }
        }
    }
}
