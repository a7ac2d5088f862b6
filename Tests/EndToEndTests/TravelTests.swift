import TestSupport
import Testing

/// What is taken along, kept ahead and named for other players.
@Suite struct TravelTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    @Test func packsTheQueueAndWhatIsUnplayed() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "queue", "add", "night-post-2")
        try await program.expect(0, "mark", "played", "night-post-1")
        try await program.expect(2, "pack")
        try await program.expect(2, "pack", "--hours", "6", "--max", "2 GB")
        let small = try await program.events(0, "pack", "--hours", "1", "--max", "1B")
        #expect(small.first?["event"]?.string == "plan")
        #expect(small.first?["items"]?.elements.isEmpty == true)
        #expect(small.first?["left"]?.elements.isEmpty == false)

        let events = try await program.events(
            0, "pack", "--hours", "1", "--column", "1", "--max", "2GiB")
        #expect(try await guids(of: events.first) == ["night-post-2", "night-post-3"])
        let packed = try #require(events.first { $0["event"]?.string == "packed" })
        #expect(try await guids(of: packed) == ["night-post-2", "night-post-3"])
        #expect(packed["bytesToFetch"]?.int == 0)
        for number in [2, 3] {
            let here = try await episode("night-post-\(number)")
            let bytes = Fixtures.bytes("night-post/episode-\(number).mp3")
            #expect(here["path"]?.string.flatMap(readFile) == bytes)
        }
        #expect(try await episode("lamplight-1")["state"]?.string == "none")
        try program.expectSoundLibrary()
    }

    @Test func speedCountsAndDamageIsMended() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        let first = try await program.events(0, "pack", "--hours", "1")
        try await program.expect(0, "config", "set", "--column", "1", "play.speed", "2")
        let path = try #require(try await episode("night-post-1")["path"]?.string)
        let bytes = try #require(readFile(path))
        program.home.write(
            Array(bytes.dropLast(1_000)),
            to: String(path.dropFirst(program.home.path.utf8.count + 1)))
        let second = try await program.events(0, "pack", "--hours", "1")
        let slow = try #require(first.first?["seconds"]?.int)
        let fast = try #require(second.first?["seconds"]?.int)
        #expect(slow > 0 && abs(fast * 2 - slow) <= 2, "\(slow), \(fast)")
        #expect(second.last?["finished"]?.int == 1)
        #expect(readFile(path) == bytes)
        let words = try await program.expect(0, "pack", "--hours", "1")
        #expect(words.errors.contains("Packed: 3 episodes"), "\(words.errors)")
    }

    @Test func aServerThatFailsShowsInTheExitCode() async throws {
        server.route("/a.mp3") { _ in Response(status: 404, text: "gone") }
        try await program.subscribe(toAudioOf: server)
        let direct = try await program.run("download", "--all")
        try await program.expect(direct.exitCode, "pack", "--hours", "1")
        #expect(direct.exitCode != 0)
    }

    @Test func linksFollowTheFiles() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "config", "set", "download.links", "on")
        try await program.expect(0, "download", "--all")
        let folder = "column/media/by-column/The Night Post"
        let name = "2025-09-01 The Last Mail Train.mp3"
        #expect(listDirectory(program.home.path(folder)).count == 3)
        #expect(
            readFile(program.home.path("\(folder)/\(name)"))
                == Fixtures.bytes("night-post/episode-1.mp3"))
        try await program.expect(0, "fsck")

        try await program.expect(0, "config", "set", "--column", "1", "download.links", "off")
        #expect(listDirectory(program.home.path("column/media/by-column")).isEmpty)
        try await program.expect(0, "config", "unset", "--column", "1", "download.links")
        #expect(listDirectory(program.home.path(folder)).count == 3)

        try await program.expect(0, "mark", "played", "night-post-1")
        try await program.expect(0, "clean", "--apply")
        #expect(listDirectory(program.home.path(folder)).count == 2)
        try await program.expect(0, "clean", "--restore", "night-post-1")
        #expect(listDirectory(program.home.path(folder)).contains(name))
        try await program.expect(0, "remove", "--purge", "--yes", "1")
        #expect(listDirectory(program.home.path("column/media/by-column")).isEmpty)
    }

    @Test func whatWasStreamedHasALink() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "config", "set", "download.links", "on")
        try await program.expect(
            0, "play", "night-post-1", "--mode", "once", "--output",
            "wav:" + program.home.path("heard.wav"))
        #expect(
            listDirectory(program.home.path("column/media/by-column/The Night Post"))
                == ["2025-09-01 The Last Mail Train.mp3"])
    }

    @Test func aCourseIsKeptAhead() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "config", "set", "--column", "1", "download.window", "1")
        try await program.expect(0, "download", "--new")
        #expect(try await downloaded() == ["night-post-1"])
        try await program.expect(0, "download", "--new")
        #expect(try await downloaded() == ["night-post-1"])
        try await program.expect(0, "mark", "played", "night-post-1")
        try await program.expect(0, "download", "--new")
        #expect(try await downloaded() == ["night-post-1", "night-post-2"])
        try await program.expect(0, "clean", "--apply")
        #expect(try await episode("night-post-1")["state"]?.string == "trashed")
        #expect(try await episode("night-post-2")["state"]?.string == "complete")
    }

    struct Announcement: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var isDefault = false
        let isRight: Bool
        let requests: Int
        let state: String
    }

    @Test(arguments: [
        Announcement(
            testDescription: "right", isRight: true, requests: 1, state: "complete"),
        Announcement(
            testDescription: "right, of the default", isDefault: true, isRight: true, requests: 1,
            state: "complete"),
        Announcement(testDescription: "wrong", isRight: false, requests: 2, state: "unproven"),
    ])
    func theFeedsDigestIsChecked(_ example: Announcement) async throws {
        let audio = FakeMP3.bytes(count: 300_000, seed: 5)
        server.route("/a.mp3", serving: Content(audio, etag: "\"v1\""))
        let digest = sri(example.isRight ? audio : [1])
        let source = example.isDefault ? "ipfs://elsewhere" : server.url("/a.mp3")
        server.route(
            "/feed.xml",
            serving: Content(
                text: """
                    <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0">
                    <channel><title>T</title><item><title>a</title><guid>a</guid>
                    <enclosure url="\(server.url("/a.mp3"))" type="audio/mpeg" length="300000"/>
                    <podcast:alternateEnclosure type="audio/mpeg" length="300000"
                        default="\(example.isDefault)"><podcast:source uri="\(source)"/>
                    <podcast:integrity type="sri" value="sha384-AAAA \(digest)"/>
                    </podcast:alternateEnclosure></item></channel></rss>
                    """))
        try await program.expect(0, "add", server.url("/feed.xml"))
        try await program.expect(0, "download", "--all")
        let episode = try await program.onlyEpisode()
        #expect(episode["state"]?.string == example.state)
        #expect(episode["sha256"]?.string == sha256(audio))
        #expect(server.log.entries(of: "/a.mp3").count == example.requests)
        #expect(
            episode["error"]?["code"]?.string == (example.isRight ? nil : "digest"), "\(episode)")
    }

    private func sri(_ bytes: [UInt8]) -> String {
        let digits = Array(sha256(bytes).utf8)
        let values = stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
        }
        return "sha256-\(base64(values))"
    }

    private func episode(_ guid: String) async throws -> JSONValue {
        let all = try await program.episodes()
        return try #require(all.first { $0["guid"]?.string == guid })
    }

    private func downloaded() async throws -> [String] {
        try await program.episodes().filter { $0["state"]?.string == "complete" }
            .compactMap { $0["guid"]?.string }.sorted()
    }

    /// The guids of the episodes that an event names.
    private func guids(of event: JSONValue?) async throws -> [String] {
        let ids = event?["items"]?.elements.compactMap { $0["episode"]?.int } ?? []
        let all = try await program.episodes()
        return ids.compactMap { id in
            all.first { $0["id"]?.int == id }?["guid"]?.string
        }.sorted()
    }
}
