@preconcurrency import Glibc
import SQLiteKit
import TestSupport
import Testing

/// Moving in from another program, moving out again, and backups.
@Suite struct LifeOverYearsTests {
    private let program = Program()
    private let server = LoopbackServer()

    private func makeGPodder(_ base: String) throws -> String {
        let path = program.home.path("Database")
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(1))
        try connection.execute(
            script: """
                CREATE TABLE podcast (id INTEGER PRIMARY KEY, title TEXT, url TEXT, section TEXT);
                CREATE TABLE episode (id INTEGER PRIMARY KEY, podcast_id INTEGER, title TEXT,
                    url TEXT, guid TEXT, state INTEGER, is_new INTEGER, archive INTEGER,
                    current_position INTEGER, current_position_updated INTEGER);
                INSERT INTO podcast VALUES (1, 'Old name', '\(base)/f', 'News');
                INSERT INTO episode VALUES (1, 1, 'A', '\(base)/1.mp3?x=1', 'other', 0, 0, 0, 0, 0),
                    (2, 1, 'B', '', 'g2', 0, 1, 1, 90, 1700000100),
                    (3, 1, 'Gone', '\(base)/9.mp3', 'g9', 0, 0, 0, 0, 0);
                """)
        return path
    }

    private func routeFeed() {
        let items = (1...4).map { number in
            RSSFeed.Item(
                guid: "g\(number)", title: "Number \(number)",
                audioURL: server.url("/\(number).mp3"))
        }
        server.route("/f", serving: Content(text: RSSFeed(title: "Named", items: items).text))
    }

    private func states() async throws -> [String: [Bool]] {
        var states: [String: [Bool]] = [:]
        for episode in try await program.episodes() {
            states[episode["guid"]?.string ?? ""] = [
                episode["played"]?.bool == true, episode["liked"]?.bool == true,
            ]
        }
        return states
    }

    @Test func whatOldProgramsKnowIsGivenToEpisodesWhenTheyCome() async throws {
        // Without a network nothing is fetched and nothing lost.
        let path = try makeGPodder(server.base)
        let summary = try await program.json("import", path)
        #expect(summary["source"]?.string == "gpodder" && summary["waiting"]?.int == 3)
        #expect(server.log.entries.isEmpty)
        let column = try #require(try await program.json("list")["columns"]?.elements.first)
        #expect(column["title"]?.string == "Old name")
        #expect(column["tags"]?.elements == [.string("News")])
        // The server is down at first.
        try await program.expect(3, "sync")
        routeFeed()
        try await program.expect(0, "sync", "--force")
        let episodes = try await states()
        #expect(episodes["g1"] == [true, false], "by the address, without its query")
        #expect(episodes["g2"] == [false, true])
        #expect(episodes["g3"] == [false, false])
        let begun = try await program.episodes().first { $0["guid"]?.string == "g2" }
        #expect(begun?["position"]?.double == 90)
        // Doing it again does no harm.
        let again = try await program.json("import", path)
        #expect(again["played"]?.int == 0 && again["liked"]?.int == 0)
        #expect(again["known"]?.int == 1)
        #expect(try await states() == episodes)
        // What is taken back comes again with the sync that brings it.
        try await program.expect(0, "undo")
        try program.expectSoundLibrary()
    }

    @Test func anImportIsOneStepToTakeBack() async throws {
        routeFeed()
        try await program.expect(0, "import", try makeGPodder(server.base))
        try await program.expect(0, "undo")
        #expect(try await program.json("list")["columns"]?.elements.isEmpty == true)
        try await program.expect(0, "add", server.url("/f"))
        #expect(try await states().values.allSatisfy { $0 == [false, false] })
    }

    @Test func undoneSyncsAreToldAgain() async throws {
        routeFeed()
        try await program.expect(0, "import", try makeGPodder(server.base))
        try await program.expect(0, "sync")
        let before = try await states()
        try await program.expect(0, "undo")
        try await program.expect(0, "sync", "--force")
        #expect(try await states() == before)
    }

    @Test func theWholeLibraryMovesAsJSON() async throws {
        routeFeed()
        try await program.expect(0, "add", server.url("/f"))
        try await program.expect(0, "mark", "played", "1")
        try await program.expect(0, "like", "2")
        try await program.expect(0, "queue", "add", "4")
        try await program.expect(0, "queue", "add", "3")
        try await program.expect(0, "bookmark", "2", "1:30", "--note", "“good” \\ part")
        try await program.expect(0, "config", "set", "--column", "1", "play.speed", "1.5")
        try await program.expect(
            0, "config", "set", "--column", "1", "column.tags", "A\\/B/C, D")
        let path = program.home.path("all.json")
        try await program.expect(0, "export", "--format", "json", "-o", path)

        let other = Program()
        let summary = try await other.json("import", path)
        #expect(summary["source"]?.string == "column" && summary["waiting"]?.int == 4)
        try await other.expect(0, "sync")
        func facts(_ program: Program) async throws -> [JSONValue] {
            let text = try await program.expect(0, "export", "--format", "json").output
            let all = try JSONValue(text)
            let episodes = (all["episodes"]?.elements ?? []).map { episode in
                JSONValue.array(
                    ["guid", "played", "liked", "position"].map { episode[$0] ?? .null })
            }
            return [
                .array(episodes), all["queue"] ?? .null, all["settings"] ?? .null,
                .array((all["bookmarks"]?.elements ?? []).map { $0["note"] ?? .null }),
                .array((all["columns"]?.elements ?? []).map { $0["tags"] ?? .null }),
            ]
        }
        #expect(try await facts(other) == facts(program))
    }

    @Test func foldersOfListsAreTagsBothWays() async throws {
        let list = """
            <opml version="2.0"><body><outline text="News, big/small"><outline text="Daily">
            <outline text="A" xmlUrl="https://a.test/f"/></outline></outline>
            <outline text="Fun"><outline text="A" xmlUrl="https://a.test/f"/></outline>
            <outline text="B" xmlUrl="https://b.test/f"/></body></opml>
            """
        program.home.write(Array(list.utf8), to: "list.opml")
        try await program.expect(0, "import", program.home.path("list.opml"))
        let tagged = try await program.json("list", "--tag", "News\\, big\\/small")
        #expect(tagged["columns"]?.elements.map { $0["title"]?.string } == ["A"])
        let exported = try await program.expect(0, "export").output
        let other = Program()
        other.home.write(Array(exported.utf8), to: "list.opml")
        try await other.expect(0, "import", other.home.path("list.opml"))
        #expect(
            try await other.json("list")["columns"]?.elements.map { $0["tags"] }
                == program.json("list")["columns"]?.elements.map { $0["tags"] })
        #expect(try await other.expect(0, "export").output == exported)
    }

    @Test func aSyncMakesBackupsAndKeepsSomeOfThem() async throws {
        routeFeed()
        try await program.expect(0, "add", server.url("/f"))
        try await program.expect(0, "sync")
        #expect(try await program.json("restore", "--list")["backups"]?.elements.isEmpty == true)
        // As if the library had been lived in for long.
        let path = program.home.path("column/library.sqlite")
        func age(_ script: String) throws {
            try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(5))
                .execute(script: script)
        }
        try age("UPDATE journal SET at = at - 8 * 86400")
        for age in [20, 15, 12, 10, 9] {
            program.home.write(
                [1], to: "column/state/backups/weekly-\(time(nil) - age * 86_400).sqlite")
        }
        try await program.expect(0, "config", "set", "backup.keep", "3")
        try await program.expect(0, "sync")
        let backups = try await program.json("restore", "--list")["backups"]?.elements ?? []
        #expect(backups.count == 3 && backups.first?["reason"]?.string == "weekly")
        try await program.expect(0, "sync")
        #expect(try await program.json("restore", "--list")["backups"]?.elements == backups)
        // And the newest one brings the library back.
        try await program.expect(0, "remove", "1", "--purge", "--yes")
        try await program.expect(0, "restore", "--latest", "--yes")
        #expect(try await program.episodes().count == 4)
        try program.expectSoundLibrary()
    }

    @Test func backupsCanBeTurnedOff() async throws {
        routeFeed()
        try await program.expect(0, "config", "set", "backup.interval", "none")
        try await program.expect(0, "add", server.url("/f"))
        try Connection(
            path: program.home.path("column/library.sqlite"), mode: .readWrite,
            busyTimeout: .seconds(5)
        ).execute(script: "UPDATE journal SET at = at - 80 * 86400")
        try await program.expect(0, "sync")
        #expect(try await program.json("restore", "--list")["backups"]?.elements.isEmpty == true)
    }

    @Test(arguments: [
        (["restore", "--yes", "."], Int32(2), "is a folder"),
        (["restore", "--latest", "--yes"], 5, "No backup"),
        (["restore", "--yes"], 2, "needs a file"),
        (["restore", "--yes", "nothing"], 5, "nothing"), (["import", "."], 2, "is a folder"),
    ])
    func wrongFilesAreNamed(arguments: [String], code: Int32, words: String) async throws {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: program.environment,
            directory: program.home.path)
        #expect(result.ending == .exited(code), "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
