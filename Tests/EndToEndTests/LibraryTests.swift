import TestSupport
import Testing

/// The main job with the columns under `fixtures/`.
@Suite struct LibraryTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    @Test func subscribesThroughAPageAndListsWhatIsThere() async throws {
        try await program.expect(0, "add", server.url("/night-post/"))
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let columns = try await program.json("list")
        #expect(columns["version"]?.int == 1)
        #expect(
            columns["columns"]?.elements.compactMap { $0["title"]?.string }.sorted()
                == ["The Night Post", "灯下专栏"])

        let list = try await program.json("list", "episodes")
        #expect(list["version"]?.int == 1)
        let episodes = list["episodes"]?.elements ?? []
        #expect(episodes.count == 8)
        for episode in episodes {
            #expect(
                Set(episode.keys).isSuperset(of: [
                    "id", "column", "guid", "title", "published", "duration", "audioURL", "type",
                    "length", "link", "state", "path", "bytes", "total", "sha256", "position",
                    "played", "liked", "error",
                ]))
            #expect(episode["state"]?.string == "none")
            #expect(episode["path"] == .null)
            #expect(episode["error"] == .null)
        }
        let first = try #require(episodes.first { $0["guid"]?.string == "night-post-1" })
        #expect(first["title"]?.string == "The Last Mail Train")
        #expect(first["published"]?.int == 1_756_702_800)
        #expect(first["duration"]?.double == 13)
        #expect(first["audioURL"]?.string == server.url("/night-post/episode-1.mp3"))
        #expect(first["type"]?.string == "audio/mpeg")
        #expect(first["length"]?.int == Fixtures.bytes("night-post/episode-1.mp3").count)
        let letter = try #require(episodes.first { $0["guid"]?.string == "lamplight-4" })
        #expect(letter["audioURL"] == .null)
        try program.expectSoundLibrary()
    }

    @Test func asksOnlyWhetherAnythingChanged() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let before = server.log.sentBytes(of: "/lamplight/feed.xml")
        try await program.expect(0, "sync")
        let entries = server.log.entries(of: "/lamplight/feed.xml")
        #expect(entries.last?.status == 304)
        #expect(server.log.sentBytes(of: "/lamplight/feed.xml") == before)
        try await program.expect(0, "sync", "--force")
        #expect(server.log.entries(of: "/lamplight/feed.xml").last?.status == 200)
        try program.expectSoundLibrary()
    }

    @Test func aDryRunTellsWhatWouldComeAndKeepsNothing() async throws {
        let url = server.url("/changing.xml")
        let first = RSSFeed(
            title: "Changing", items: [.init(guid: "a", title: "One", audioURL: nil)])
        server.route("/changing.xml", serving: Content(text: first.text))
        try await program.expect(0, "add", url)
        var second = first
        second.items.insert(.init(guid: "b", title: "Two", audioURL: nil), at: 0)
        server.route("/changing.xml", serving: Content(text: second.text))
        let column = try await program.json("show", "Changing")
        try await program.expect(2, "sync", "--dry-run", "--accept", "1")
        for _ in 0..<2 {
            let events = try await program.events(0, "sync", "--force", "--dry-run")
            #expect(events.last?["added"]?.int == 1)
            #expect(try await program.episodes().count == 1)
        }
        #expect(try await program.json("show", "Changing") == column)
        let files = listDirectory(program.home.path("column"))
        #expect(!files.contains { $0.hasPrefix("dry-run") }, "\(files)")
        let events = try await program.events(0, "sync", "--force")
        #expect(events.last?["added"]?.int == 1)
        #expect(try await program.episodes().count == 2)
        try program.expectSoundLibrary()
    }

    @Test func downloadsEverythingOnce() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        let events = try await program.events(0, "download", "--all")
        #expect(events.count >= 4)
        let episodes = try await program.episodes()
        for episode in episodes {
            guard let url = episode["audioURL"]?.string else {
                #expect(episode["state"]?.string == "none")
                continue
            }
            let bytes = Fixtures.bytes(String(url.dropFirst(server.base.count + 1)))
            #expect(episode["state"]?.string == "complete")
            #expect(episode["bytes"]?.int == bytes.count)
            #expect(episode["total"]?.int == bytes.count)
            #expect(episode["sha256"]?.string == sha256(bytes))
            let path = try #require(episode["path"]?.string)
            #expect(path.hasPrefix(program.home.path("column/")))
            #expect(readFile(path) == bytes)
        }
        let requests = server.log.entries.count
        try await program.expect(0, "download", "--all")
        #expect(server.log.entries.count == requests)
        let downloads = try await program.json("list", "downloads")
        #expect(downloads["episodes"]?.elements.count == 3)
        try program.expectSoundLibrary()
    }

    @Test(arguments: ["1", "lamplight-1", "旧书店"])
    func showsAnEpisodeByNumberGuidOrWords(name: String) async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let wanted = try await program.episodes().first { $0["guid"]?.string == "lamplight-1" }
        let number = try #require(wanted?["id"]?.int)
        let result = try await program.expect(0, "show", name == "1" ? "\(number)" : name)
        #expect(result.output.contains("第一篇：旧书店"))
        #expect(result.output.contains("灯下专栏"))
    }

    @Test func namesTheCandidatesWhenWordsFitSeveral() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let result = try await program.expect(5, "show", "篇")
        for title in ["第一篇：旧书店", "第二篇：雨天的邮差", "第三篇：晚安，城市"] {
            #expect(result.errors.contains(title))
        }
        #expect(result.output.isEmpty)
        try await program.expect(5, "show", "no such thing at all")
        try await program.expect(5, "show", "99999")
    }

    @Test func keepsWhatWasDownloadedWhenUnsubscribing() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "download", "--all")
        try await program.expect(0, "remove", "Night Post")
        let columns = try await program.json("list")
        #expect(columns["columns"]?.elements.count == 1)
        try await program.expect(0, "remove", "灯下", "--purge", "--yes")
        #expect(try await program.json("list")["columns"]?.elements.isEmpty == true)
        let audio = Set([1, 2, 3].map { Fixtures.bytes("night-post/episode-\($0).mp3") })
        let kept = listDirectory(program.home.path("column/media")).compactMap {
            readFile(program.home.path("column/media/\($0)"))
        }
        #expect(Set(kept) == audio)
        try program.expectSoundLibrary()
    }

    @Test func subscribesToAllOfAnOPMLFile() async throws {
        let list = try await fetchFixture("/columns.opml")
        program.home.write(list, to: "columns.opml")
        try await program.expect(0, "add", program.home.path("columns.opml"))
        try await program.expect(0, "sync")
        #expect(try await program.json("list")["columns"]?.elements.count == 2)
        #expect(try await program.episodes().count == 8)
        // Once more changes nothing.
        try await program.run("add", program.home.path("columns.opml"))
        #expect(try await program.json("list")["columns"]?.elements.count == 2)
        try program.expectSoundLibrary()
    }

    @Test func settingsAreKeptAndChecked() async throws {
        #expect(try await program.expect(0, "config", "get", "play.speed").output == "1.0\n")
        try await program.expect(0, "config", "set", "play.speed", "1.5")
        #expect(try await program.expect(0, "config", "get", "play.speed").output == "1.5\n")
        let refused = try await program.expect(2, "config", "set", "sync.timeout", "soon")
        #expect(refused.errors.contains("30s") || refused.errors.contains("250ms"))
        try await program.expect(2, "config", "set", "no.such-key", "1")
        #expect(try await program.expect(0, "config", "list").output.contains("download.per-host"))
        try await program.expect(0, "config", "unset", "play.speed")
        #expect(try await program.expect(0, "config", "get", "play.speed").output == "1.0\n")
        #expect(fileExists(program.home.path("column/config")))
    }

    private func fetchFixture(_ path: String) async throws -> [UInt8] {
        Array(Fixtures.text(String(path.dropFirst())).replacing("{{base}}", with: server.base).utf8)
    }
}
