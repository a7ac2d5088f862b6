import TestSupport
import Testing

/// What commands that change something answer, and lesser things that went wrong once.
@Suite struct ChangeTests {
    private let program = Program()
    private let server = LoopbackServer()

    private func subscribe() async throws {
        let feed = RSSFeed(
            title: "Harbour",
            items: [.init(guid: "one", title: "One", audioURL: server.url("/1.mp3"))])
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
    }

    @Test func eachChangeHasItsObject() async throws {
        try await subscribe()
        let commands: [([String], String)] = [
            (["like", "1"], "liked"), (["unlike", "1"], "unliked"),
            (["mark", "played", "1"], "marked"), (["mark", "unplayed", "1"], "marked"),
            (["mark", "read", "1"], "marked"), (["undo"], "undone"),
            (["queue", "add", "1", "1"], "queued"), (["queue", "move", "1", "2"], "queue-moved"),
            (["queue", "remove", "1"], "unqueued"), (["queue", "clear"], "queue-cleared"),
            (["bookmark", "1", "0:10"], "bookmarked"),
            (["bookmark", "--remove", "1"], "bookmark-removed"),
            (["config", "set", "play.speed", "1.5"], "set"),
            (["config", "unset", "play.speed"], "unset"),
            (["config", "get", "play.speed"], "setting"), (["remove", "1"], "removed"),
        ]
        for (command, event) in commands {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), command + ["--json"], environment: program.environment)
            #expect(result.ending == .exited(0), "\(command): \(result.errors)")
            let json = try JSONValue(result.output)
            #expect(json["event"]?.string == event && json["version"]?.int == 1, "\(command)")
        }
    }

    @Test func aProxysPasswordIsShownOnRequestOnly() async throws {
        let proxy = "http://me:s3same@127.0.0.1:1/"
        try await program.expect(0, "config", "set", "http.proxy", proxy)
        for arguments in [["get", "http.proxy"], ["get", "http.proxy", "--json"], ["list"]] {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), ["config"] + arguments, environment: program.environment)
            #expect(!result.output.contains("s3same") && result.output.contains("***"))
        }
        let shown = try await program.expect(0, "config", "get", "http.proxy", "--show-secrets")
        #expect(shown.output == proxy + "\n")
    }

    @Test func theAddressOfAListSubscribesToWhatIsInIt() async throws {
        let list = """
            <opml version="2.0"><body>
            <outline type="rss" text="A" xmlUrl="\(server.url("/a.xml"))"/>
            <outline type="rss" text="B" xmlUrl="\(server.url("/b.xml"))"/>
            <outline type="rss" text="Odd" xmlUrl="file:///etc/passwd"/></body></opml>
            """
        server.route("/list.opml", serving: Content(text: list, type: "text/x-opml"))
        let result = try await program.expect(3, "add", server.url("/list.opml"))
        #expect(result.errors.contains("2 new columns, 0 known, 1 without"), "\(result.errors)")
        let columns = try await program.json("list")["columns"]?.elements ?? []
        #expect(columns.map { $0["title"]?.string } == ["A", "B"])
        // One step to the user, so one to take back.
        try await program.expect(0, "undo")
        #expect(try await program.json("list")["columns"]?.elements.isEmpty == true)
    }

    @Test func aKilledBackupIsTidiedUpByTheNext() async throws {
        try await subscribe()
        let stale = Array("SQLite format 3\u{0}".utf8) + [UInt8](repeating: 1, count: 100)
        program.home.write(stale, to: "safe/copy.db.Ab3xYz")
        program.home.write([], to: "safe/copy.db.Ab3xY0-journal")
        program.home.write([], to: "safe/copy.db.Ab3xY0")
        program.home.write(Array("my own words, no copy".utf8), to: "safe/copy.db.abcdef")
        program.home.write(stale, to: "safe/copy.db.longer1")
        program.home.write(stale, to: "safe/other.db.Ab3xYz")
        try await program.expect(0, "backup", program.home.path("safe/copy.db"))
        #expect(
            Set(listDirectory(program.home.path("safe")))
                == ["copy.db", "copy.db.abcdef", "copy.db.longer1", "other.db.Ab3xYz"])
    }

    @Test func linksFollowAChangedTitle() async throws {
        func serve(_ title: String) {
            let feed = RSSFeed(
                title: "Harbour",
                items: [.init(guid: "one", title: title, audioURL: server.url("/1.mp3"))])
            server.route("/feed.xml", serving: Content(text: feed.text))
        }
        server.route(
            "/1.mp3", serving: Content(FakeMP3.bytes(count: 20_000), type: "audio/mpeg"))
        serve("Old name")
        try await program.expect(0, "config", "set", "download.links", "on")
        try await program.expect(0, "add", server.url("/feed.xml"))
        try await program.expect(0, "download", "one")
        let folder = program.home.path("column/media/by-column/Harbour")
        #expect(listDirectory(folder).first?.contains("Old name") == true)
        serve("New name")
        try await program.expect(0, "sync", "--force")
        #expect(listDirectory(folder).count == 1)
        #expect(listDirectory(folder).first?.contains("New name") == true)
    }
}
