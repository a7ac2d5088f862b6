import TestSupport
import Testing

/// `column search`: words, filters, snippets, as a person and a script get them.
@Suite struct SearchTests {
    private let program = Program()
    private let server = LoopbackServer()

    private func subscribe() async throws {
        let feed = RSSFeed(
            title: "Harbour Notes",
            items: [
                .init(
                    guid: "one", title: "Tides", audioURL: server.url("/1.mp3"),
                    date: "Mon, 01 Sep 2025 05:00:00 GMT",
                    article: "<p>How the <b>moon</b> pulls the harbour; storms too.</p>"),
                .init(
                    guid: "two", title: "播客专栏", audioURL: nil,
                    date: "Wed, 01 Oct 2025 05:00:00 GMT", article: "<p>夜里的灯塔 and the moon</p>"),
            ])
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
    }

    private func found(_ arguments: String...) async throws -> [String?] {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), ["search", "--json"] + arguments, environment: program.environment)
        #expect(result.ending == .exited(0), "\(result.errors)")
        return try JSONValue(result.output)["episodes"]?.elements.map { $0["guid"]?.string } ?? []
    }

    @Test func wordsAndFilters() async throws {
        try await subscribe()
        #expect(Set(try await found("moon")) == ["one", "two"])
        #expect(try await found("moon", "-storms") == ["two"])
        #expect(try await found("-storms", "moon") == ["two"])
        #expect(try await found("moon -storms") == ["two"])
        #expect(try await found("灯塔") == ["two"])
        #expect(try await found("moon", "after:2025-09-15") == ["two"])
        #expect(try await found("moon", "before:2025-09-15") == ["one"])
        #expect(try await found("has:audio") == ["one"])
        #expect(try await found("-has:audio") == ["two"])
        #expect(try await found("column:harbour", "is:unplayed", "tides") == ["one"])
        try await program.expect(0, "like", "one")
        #expect(try await found("is:liked") == ["one"])
        #expect(try await found("\"moon pulls\"") == ["one"])
        #expect(try await found("\"pulls moon\"") == [])
        #expect(try await found("harb*") == ["one"])
        // Nothing has it as a word of its own.
        #expect(try await found("harb") == ["one"])
    }

    @Test func snippetsShowWhatWasFound() async throws {
        try await subscribe()
        let plain = try await program.expect(0, "search", "moon", "tides").output
        #expect(plain.contains("How the *moon* pulls the harbour"))
        let json = try await program.json("search", "灯塔")
        let episode = try #require(json["episodes"]?.elements.first)
        #expect(episode["snippet"]?["field"]?.string == "article")
        let text = try #require(episode["snippet"]?["text"]?.string)
        let mark = try #require(episode["snippet"]?["marks"]?.elements.first)
        let scalars = Array(text.unicodeScalars)
        let range = (mark.elements[0].int ?? 0)..<(mark.elements[1].int ?? 0)
        #expect(scalars[range].map { String($0) }.joined() == "灯塔")
        #expect(json["more"]?.bool == false && json["broadened"]?.bool == false)
        let child = try ChildProcess(
            BuiltBinary.path(), ["search", "moon"], environment: program.environment,
            input: .terminal(columns: 40, rows: 20))
        let shown = try await child.waitForExit().output
        #expect(shown.contains("\u{1B}[1mmoon\u{1B}[0m"))
    }

    @Test(arguments: [
        ("author:me", "column:, after:, before:, has:, is:"),
        ("is:old", "liked, played, unplayed, downloaded, new, queued"),
        ("has:video", "transcript, audio, chapters, notes"), ("after:soon", "2026-11-30"),
    ])
    func badFiltersNameTheAllowedOnes(text: String, allowed: String) async throws {
        let result = try await program.expect(2, "search", text)
        #expect(result.errors.contains(allowed), "\(result.errors)")
    }

    @Test func unknownColumnsAreNamed() async throws {
        try await subscribe()
        let result = try await program.expect(5, "search", "column:nothing")
        #expect(result.errors.contains("“nothing”"))
    }

    @Test func moreIsSaid() async throws {
        try await subscribe()
        let result = try await program.expect(0, "search", "--limit", "1", "moon")
        #expect(result.errors.contains("--limit"))
    }

    @Test func transcriptsAreFoundOnceTheyAreHere() async throws {
        server.routeFixtures()
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "night-post-1")
        let json = try await program.json("search", "has:transcript")
        #expect(json["episodes"]?.elements.map { $0["guid"]?.string } == ["night-post-1"])
    }
}
