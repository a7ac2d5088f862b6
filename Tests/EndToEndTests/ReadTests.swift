@preconcurrency import Glibc
import TestSupport
import Testing

/// `column read`: the article as a person, a pager, or a script gets it.
@Suite struct ReadTests {
    private let program = Program()
    private let server = LoopbackServer()

    private static let article = """
        <h2>Chapters</h2><p>00:00 Opening<br>12:30 专栏与播客</p>
        <p>See <a href="http://example.org/tides">the tide tables</a> for more than one line holds.</p>
        """

    private func subscribe() async throws {
        let feed = RSSFeed(
            title: "Lamps",
            items: [
                .init(guid: "one", title: "灯塔 One", audioURL: nil, article: Self.article)
            ])
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
    }

    @Test func pipeGetsPlainText() async throws {
        try await subscribe()
        let result = try await program.expect(0, "read", "--width", "40", "one")
        #expect(
            result.output == """
                灯塔 One

                Chapters
                --------

                00:00 Opening
                12:30 专栏与播客

                See the tide tables[1] for more than one
                line holds.

                [1] http://example.org/tides

                """)
    }

    @Test func otherForms() async throws {
        try await subscribe()
        let markdown = try await program.expect(0, "read", "--markdown", "one").output
        #expect(markdown.hasPrefix("# 灯塔 One\n\n## Chapters\n\n00:00 Opening\\\n"))
        #expect(markdown.contains("[the tide tables](http://example.org/tides)"))
        let links = try await program.expect(0, "read", "--links", "one").output
        #expect(links == "[1] http://example.org/tides  the tide tables\n")
        let html = try await program.expect(0, "read", "--html", "one").output
        #expect(html.contains("<h2>Chapters</h2>"))
        let json = try await program.json("read", "one")
        #expect(json["title"]?.string == "灯塔 One")
        #expect(json["links"]?.elements.first?["url"]?.string == "http://example.org/tides")
        #expect(json["times"]?.elements.map { $0["label"]?.string } == ["Opening", "专栏与播客"])
    }

    @Test func chaptersOfTheTextAreUsedWhereTheFeedHasNone() async throws {
        try await subscribe()
        let chapters = try await program.json("show", "one")["episode"]?["chapters"]?.elements ?? []
        #expect(chapters.map { $0["title"]?.string } == ["Opening", "专栏与播客"])
        #expect(chapters.map { $0["start"]?.int } == [0, 750])
    }

    @Test func terminalGetsStylesAndItsWidth() async throws {
        try await subscribe()
        var environment = program.environment
        environment["PAGER"] = ""
        let child = try ChildProcess(
            BuiltBinary.path(), ["read", "one"], environment: environment,
            input: .terminal(columns: 30, rows: 50))
        let output = try await child.waitForExit().output
        #expect(output.contains("\u{1B}[1mChapters\u{1B}[0m\r\n"))
        #expect(output.contains(" for\r\nmore than one line holds.\r\n"))
    }

    @Test func longTextsGoToThePager() async throws {
        try await subscribe()
        var environment = program.environment
        environment["PAGER"] = "sed 's/^/> /'"
        let child = try ChildProcess(
            BuiltBinary.path(), ["read", "one"], environment: environment,
            input: .terminal(columns: 60, rows: 5))
        #expect(try await child.waitForExit().output.contains("> \u{1B}[36m00:00"))
    }
}

/// Whether an article was read.
@Suite struct ReadStateTests {
    private let program = Program()
    private let server = LoopbackServer()

    private func isRead() async throws -> Bool? {
        try await program.onlyEpisode()["read"]?.bool
    }

    private func read(rows: Int, pager: String) async throws {
        var environment = program.environment
        environment["PAGER"] = pager
        let child = try ChildProcess(
            BuiltBinary.path(), ["read", "one"], environment: environment,
            input: .terminal(columns: 60, rows: UInt16(rows)))
        _ = try await child.waitForExit()
    }

    @Test func marksAndWholeReading() async throws {
        let feed = RSSFeed(
            title: "Lamps",
            items: [
                .init(
                    guid: "one", title: "One", audioURL: nil,
                    article: String(repeating: "<p>line</p>", count: 20))
            ])
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
        // What a pager or a pipe gets may be read or not.
        try await read(rows: 5, pager: "cat")
        try await program.expect(0, "read", "one")
        #expect(try await isRead() == false)
        try await read(rows: 100, pager: "cat")
        #expect(try await isRead() == true)
        #expect(try await program.expect(0, "list", "new").output.isEmpty)
        try await program.expect(0, "undo")
        #expect(try await isRead() == false)
        let marked = try await program.json("mark", "read", "one")
        #expect(marked["event"]?.string == "marked" && marked["episodes"]?.elements.count == 1)
        #expect(try await program.expect(0, "show", "one").output.contains("Read        yes"))
        try await program.expect(0, "mark", "unread", "one")
        #expect(try await isRead() == false)
    }

    @Test(arguments: [
        ("less", nil, true), ("less", "R", true), ("less -FR", "X", true), ("less", "FX", false),
        ("most", nil, false), ("cat", nil, true),
    ])
    func colourOnlyWhereThePagerShowsIt(pager: String, less: String?, hasColor: Bool)
        async throws
    {
        let feed = RSSFeed(
            title: "Lamps",
            items: [
                .init(
                    guid: "one", title: "One", audioURL: nil,
                    article: "<h1>Head</h1>" + String(repeating: "<p>line</p>", count: 20))
            ])
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
        // Stands in for the pager of that name, and says what it got.
        let name = String(pager.split(separator: " ")[0])
        program.home.write(Array("#!/bin/sh\nexec /bin/cat -v\n".utf8), to: "bin/\(name)")
        chmod(program.home.path("bin/\(name)"), 0o755)
        var environment = program.environment
        environment["PATH"] = program.home.path("bin") + ":/usr/bin:/bin"
        environment["PAGER"] = pager
        environment["LESS"] = less
        let child = try ChildProcess(
            BuiltBinary.path(), ["read", "one"], environment: environment,
            input: .terminal(columns: 60, rows: 5))
        let shown = try await child.waitForExit().output
        #expect(shown.contains("^[[1") == hasColor, "\(shown)")
    }
}
