import TestSupport
import Testing

/// What goes wrong is named, kept to itself, and gives the right code.
@Suite struct FailureTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    @Test func oneBadFeedDoesNotStopTheOthers() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        let good = RSSFeed(title: "Turns bad", items: [])
        server.route("/bad.xml", serving: Content(text: good.text))
        try await program.expect(0, "add", server.url("/bad.xml"))
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        server.route("/bad.xml") { _ in Response(status: 500, text: "no") }
        let events = try await program.events(3, "sync", "--force")
        let error = try #require(events.first { $0["event"]?.string == "error" })
        #expect(error["code"]?.string == "http-status")
        #expect(error["status"]?.int == 500)
        #expect(error["url"]?.string == server.url("/bad.xml"))
        #expect(error["message"]?.string?.isEmpty == false)
        #expect(try await program.episodes().count == 8)
        let words = try await program.expect(3, "sync")
        #expect(words.errors.contains("Turns bad"))
        try program.expectSoundLibrary()
    }

    struct BadFeed: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: Int32
        let error: String
        let response: Response
    }

    @Test(arguments: [
        BadFeed(
            testDescription: "web page without a feed", code: 3, error: "not-a-feed",
            response: Response(status: 200, text: "<!DOCTYPE html><html><p>Hello</p></html>")),
        BadFeed(
            testDescription: "not found", code: 3, error: "http-status",
            response: Response(status: 404, text: "<html>no</html>")),
        BadFeed(
            testDescription: "login needed", code: 7, error: "login", response: .loginNeeded()),
        BadFeed(
            testDescription: "redirect to a file", code: 3, error: "redirect",
            response: .redirect(to: "file:///etc/passwd")),
        BadFeed(
            testDescription: "redirect to itself", code: 3, error: "redirect",
            response: .redirect(to: "/feed.xml")),
        BadFeed(
            testDescription: "empty", code: 3, error: "not-a-feed", response: Response(status: 200)),
    ])
    func addRefuses(feed: BadFeed) async throws {
        server.route("/feed.xml") { _ in feed.response }
        let result = try await program.run("add", server.url("/feed.xml"), "--json")
        #expect(result.exitCode == feed.code, "\(result.output)\(result.errors)")
        let errors = try JSONValue.lines(result.output).filter { $0["event"]?.string == "error" }
        #expect(errors.first?["code"]?.string == feed.error, "\(result.output)")
        #expect(try await program.json("list")["columns"]?.elements.isEmpty == true)
        #expect(server.log.entries(of: "/feed.xml").count <= 21)
    }

    @Test func nothingReachableHasItsOwnCode() async throws {
        let other = LoopbackServer()
        other.routeFixtures()
        try await program.expect(0, "add", other.url("/lamplight/feed.xml"))
        other.stop()
        let events = try await program.events(4, "sync")
        let error = try #require(events.first { $0["event"]?.string == "error" })
        #expect(error["code"]?.string == "refused")
        // What is there can be read all the same.
        #expect(try await program.episodes().count == 4)
    }

    @Test func aWebPageIsNoAudio() async throws {
        server.route("/a.mp3") { _ in Response(status: 200, text: "<!DOCTYPE html><p>Sign in</p>") }
        try await program.subscribe(toAudioOf: server)
        let events = try await program.events(3, "download", "--all")
        let error = try #require(events.first { $0["event"]?.string == "error" })
        #expect(error["code"]?.string == "not-audio")
        let episode = try await program.onlyEpisode()
        #expect(episode["state"]?.string == "failed")
        #expect(episode["error"]?["code"]?.string == "not-audio")
        let media = program.home.path("column/media")
        #expect(listDirectory(media).allSatisfy { fileSize("\(media)/\($0)") == 0 })
        try program.expectSoundLibrary()
    }

    @Test func aLoginIsUsedAndNeverShown() async throws {
        let secret = "s3cret word"
        let feed = RSSFeed.single(audioURL: server.url("/a.mp3"))
        server.route("/feed.xml") { request in
            request.hasLogin(user: "ida", password: secret)
                ? .serving(Content(text: feed.text), to: request) : .loginNeeded()
        }
        let result = try await program.expect(
            0, "add", server.url("/feed.xml"), "--user", "ida", "--password-stdin", "--verbose",
            input: .bytes(Array("\(secret)\n".utf8)))
        let sync = try await program.expect(0, "sync", "--force", "--verbose")
        let list = try await program.expect(0, "list", "--json")
        for text in [result.output, result.errors, sync.output, sync.errors, list.output] {
            #expect(!text.contains(secret))
            #expect(!text.contains(base64(Array("ida:\(secret)".utf8))))
        }
        try program.expectSoundLibrary()
    }

    @Test func twoSyncsAtOnceBothEndWell() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let children = try (0..<4).map { _ in try program.start("sync", "--force") }
        for child in children {
            let result = try await child.waitForExit()
            #expect([0, 75].contains(result.exitCode), "\(result.errors)")
        }
        #expect(try await program.episodes().count == 8)
        try program.expectSoundLibrary()
    }

    @Test func refusesALibraryFromTheFuture() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try makeLibraryNewer(of: program)
        let before = readFile(program.home.path("column/library.sqlite"))
        let result = try await program.run("list")
        #expect(![0, 139, 132].contains(result.exitCode))
        #expect(result.errors.contains("later version"), "\(result.errors)")
        #expect(readFile(program.home.path("column/library.sqlite")) == before)
    }

    @Test func aBrokenLibraryGivesWordsAndIsLeftAlone() async throws {
        let junk = Array("this is no database at all, but somebody's notes".utf8)
        program.home.write(junk, to: "column/library.sqlite")
        let result = try await program.run("list")
        guard case .exited(let code) = result.ending, code != 0 else {
            Issue.record("ended with \(result.ending)")
            return
        }
        #expect(result.errors.contains("library"))
        #expect(readFile(program.home.path("column/library.sqlite")) == junk)
    }
}
