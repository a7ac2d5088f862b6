import Glibc
import TestSupport
import Testing

/// The main job on real parts: a server, a library, files, a silent output.
@Suite struct EndToEndTests {
    private let home = TemporaryHome()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    private var environment: [String: String] {
        ["COLUMN_HOME": home.path("c"), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8"]
    }

    @discardableResult
    private func run(_ arguments: String..., exit code: Int32 = 0) async throws -> ProcessResult {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: environment)
        #expect(result.exitCode == code, "column \(arguments): \(result.errors)")
        return result
    }

    @Test func subscribeSyncDownloadPlay() async throws {
        let added = try await run("add", server.url("/night-post/"))
        #expect(added.errors == "Subscribed: 1  The Night Post (4 episodes)\n")
        #expect(try await run("sync").errors.contains("The Night Post: unchanged."))
        let download = try await run("download", "--all", "--json").output
        #expect(download.hasPrefix("{\"version\":1,\"event\":\"started\""))
        #expect(download.contains("\"event\":\"summary\",\"finished\":3,"))
        #expect(try await run("download").errors == "There is nothing to download.\n")

        let listed = try JSONValue(try await run("list", "downloads", "--json").output)
        let first = try #require(listed["episodes"]?.elements.first)
        let path = try #require(first["path"]?.string)
        #expect(first["state"]?.string == "complete")
        #expect(sha256(readFile(path) ?? []) == first["sha256"]?.string)

        let played = try await run(
            "play", "4", "--output", "wav:\(home.path("x.wav"))", "--mode", "once", "--from",
            "0:03",
            "--json")
        #expect(played.output.contains("\"event\":\"finished\",\"episode\":4"))
        #expect(played.output.hasSuffix("{\"event\":\"summary\",\"ending\":\"listEnded\"}\n"))
        #expect(readFile(home.path("x.wav"))?.isEmpty == false)
        let shown = try await run("show", "4", "--json").output
        #expect(shown.contains("\"position\":0,\"played\":true"))
    }

    @Test func whatIsStreamedIsDownloaded() async throws {
        try await run("add", server.url("/night-post/feed.xml"))
        let wav = "wav:\(home.path("x.wav"))"
        try await run("play", "4", "--output", wav, "--mode", "once")
        let listed = try JSONValue(try await run("list", "downloads", "--json").output)
        let episode = try #require(listed["episodes"]?.elements.first)
        #expect(episode["state"]?.string == "complete")
        let served = readFile(Fixtures.path("night-post/episode-1.mp3")) ?? []
        #expect(episode["sha256"]?.string == sha256(served))
    }

    @Test func aSignalKeepsThePlace() async throws {
        try await run("add", server.url("/night-post/feed.xml"))
        try await run("download", "4")
        let player = try ChildProcess(
            BuiltBinary.path(), ["play", "4", "--output", "null", "--json", "--from", "0:05"],
            environment: environment)
        try await player.wait(forText: "\"state\":\"playing\"")
        player.send(SIGINT)
        let result = try await player.waitForExit()
        #expect(result.exitCode == 130)
        let shown = try JSONValue(try await run("show", "4", "--json").output)
        let position = try #require(shown["episode"]?["position"]?.double)
        #expect(position > 4.5 && position < 13, "\(position)")
    }

    @Test func aRunningPlayerIsSteered() async throws {
        try await run("add", server.url("/night-post/feed.xml"))
        try await run("download", "--all")
        try await run("status", exit: 5)
        let player = try ChildProcess(
            BuiltBinary.path(), ["play", "4", "--output", "null", "--json"],
            environment: environment)
        try await player.wait(forText: "\"state\":\"playing\"")
        try await run("pause")
        try await run("seek", "0:07")
        try await run("seek", "-2")
        try await run("speed", "1.5")
        try await run("volume", "30")
        try await run("sleep", "end")
        let status = try JSONValue(try await run("status", "--json").output)
        #expect(status["status"]?.string == "paused")
        #expect(status["position"]?.double == 5)
        #expect(status["speed"]?.double == 1.5)
        #expect(status["volume"]?.double == 0.3)
        #expect(status["sleep"]?["count"]?.double == 1)
        try await run("play", "3")
        #expect(try await run("status", "--json").output.contains("\"episode\":3,"))
        try await run("stop")
        #expect(try await player.waitForExit().exitCode == 0)
    }

    @Test func keysSteerOnATerminal() async throws {
        try await run("add", server.url("/night-post/feed.xml"))
        try await run("download", "4")
        var environment = environment
        environment["TERM"] = "xterm"
        let player = try ChildProcess(
            BuiltBinary.path(), ["play", "4", "--output", "null", "--speed", "0.5"],
            environment: environment, input: .terminal(columns: 60, rows: 10))
        try await player.wait(forText: "▶")
        player.write(Array(" ".utf8))
        try await player.wait(forText: "⏸")
        player.write(Array("]".utf8))
        try await player.wait(forText: "0.6×")
        player.write(Array("q".utf8))
        #expect(try await player.waitForExit().exitCode == 0)
    }

    @Test func failuresAreNamedAndReachTheExitCode() async throws {
        server.route("/page") { _ in Response(status: 200, text: "<html><p>no feed</p></html>") }
        let refused = try await run("add", server.url("/page"), "--json", exit: 3)
        #expect(refused.output.contains("\"event\":\"error\",\"code\":\"not-a-feed\""))
        #expect(try await run("list", "--json").output.contains("\"columns\":[]"))
        try await run("add", "http://127.0.0.1:1/feed.xml", exit: 4)
        try await run("add", "--no-fetch", "http://127.0.0.1:1/feed.xml")
        let failed = try await run("sync", "--json", exit: 4)
        #expect(failed.output.contains("\"outcome\":\"failed\",\"code\":\"refused\""))
        try await run("add", server.url("/night-post/feed.xml"))
        try await run("sync", "--force", exit: 3)
        let text = try await run("play", "1", "--json", exit: 3)
        #expect(text.output.contains("\"code\":\"no-audio\""))
    }

    @Test func listsOfSubscriptionsGoInAndOut() async throws {
        try await run("add", server.url("/night-post/feed.xml"), server.url("/lamplight/feed.xml"))
        let opml = try await run("export").output
        home.write(Array(opml.utf8), to: "columns.opml")
        try await run("remove", "1")
        try await run("remove", "--purge", "2", exit: 2)
        try await run("remove", "--purge", "--yes", "2")
        let imported = try await run("import", home.path("columns.opml"))
        #expect(imported.errors.contains("2 new columns, 0 known"))
        #expect(
            try await run("import", home.path("columns.opml")).errors.contains("0 new columns, 2"))
    }

    @Test func aBackupBringsBackWhatWas() async throws {
        try await run("add", server.url("/night-post/feed.xml"))
        try await run("bookmark", "4", "0:05", "--note", "harbour")
        try await run("backup", home.path("copy.sqlite"))
        try await run("backup", home.path("copy.sqlite"), exit: 2)
        try await run("like", "4")
        try await run("bookmark", "--remove", "1")
        try await run("restore", home.path("copy.sqlite"), exit: 2)
        home.write(Array("no database".utf8), to: "broken.sqlite")
        try await run("restore", "--yes", home.path("broken.sqlite"), exit: 2)
        #expect(try await run("list", "liked", "--json").output.contains("\"id\":4"))
        try await run("restore", "--yes", home.path("copy.sqlite"))
        #expect(try await run("list", "liked", "--json").output.contains("\"episodes\":[]"))
        let marks = try JSONValue(try await run("list", "bookmarks", "--json").output)
        #expect(marks["bookmarks"]?.elements.first?["position"]?.double == 5)
    }

    @Test func filesAreCleanedCheckedAndMended() async throws {
        try await run("add", server.url("/night-post/feed.xml"))
        try await run("download", "--all")
        #expect(try await run("fsck").errors == "All is as it should be.\n")
        #expect(try await run("clean").errors == "There is nothing to clean.\n")
        try await run("mark", "played", "4")
        let plan = try JSONValue(try await run("clean", "--json").output)
        #expect(plan["items"]?.elements.map { $0["episode"]?.int } == [4])
        #expect(plan["items"]?.elements.first?["cause"]?.string == "played")
        try await run("clean", "--apply")
        #expect(try await run("show", "4", "--json").output.contains("\"state\":\"trashed\""))
        try await run("clean", "--restore", "4")
        let listed = try JSONValue(try await run("show", "3", "--json").output)
        let path = try #require(listed["episode"]?["path"]?.string)
        let bytes = readFile(path) ?? []
        writeFile(path, Array(bytes.dropLast(1_000)))
        let found = try await run("fsck", "--json", exit: 3)
        #expect(found.output.contains("\"episode\":3,"))
        #expect(found.output.contains("\"fault\":\"truncated\""))
        try await run("fsck", "--repair")
        try await run("fsck")
        #expect(readFile(path) == bytes)
    }

    @Test func repairOfALostLibraryMovesNoFile() async throws {
        try await run("add", server.url("/night-post/feed.xml"))
        try await run("download", "--all")
        let media = home.path("c/media")
        let files = listDirectory(media)
        for suffix in ["", "-wal", "-shm"] { unlink(home.path("c/library.sqlite") + suffix) }
        let result = try await run("fsck", "--repair", exit: 3)
        #expect(result.errors.contains("The library is empty, so no file was moved."))
        #expect(result.errors.contains("column restore"))
        #expect(!files.isEmpty && listDirectory(media) == files)
    }

    @Test func loginsStayOutOfSight() async throws {
        let secret = "c4nary"
        let base = server.url("/night-post/feed.xml").replacing(
            "http://", with: "http://anna:\(secret)@")
        let added = try await run("add", base)
        var said = added.output + added.errors
        for arguments in [
            ["list", "--json"], ["show", "--column", "1"], ["export"], ["sync", "-v"],
        ] {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), arguments, environment: environment)
            said += result.output + result.errors
        }
        #expect(!said.contains(secret))
        #expect(
            !String(decoding: readFile(home.path("c/library.sqlite")) ?? [], as: UTF8.self)
                .contains(secret))
        #expect(
            String(decoding: readFile(home.path("c/credentials")) ?? [], as: UTF8.self).contains(
                secret))
    }
}
