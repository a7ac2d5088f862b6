@preconcurrency import Glibc
import TestSupport
import Testing

/// Few descriptors, little memory, and a clock that jumps: each is a clear error or no matter, and
/// nothing is lost.
@Suite struct LimitTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    /// Runs the program under limits (`prlimit`).
    private func run(under limit: String, _ words: [String]) async throws -> ProcessResult {
        try await ChildProcess.run(
            "/usr/bin/prlimit", [limit, BuiltBinary.path()] + words,
            environment: program.environment, directory: program.home.path)
    }

    /// Runs the program with its time of day moved by so many seconds.
    private func run(at offset: Int64, _ words: [String]) async throws -> ProcessResult {
        let clock = program.home.path("clock")
        writeFile(clock, withUnsafeBytes(of: offset) { Array($0) })
        var environment = program.environment
        environment["LD_PRELOAD"] = BuiltBinary.path("libfault-shim.so")
        environment["CLOCK_SHIM"] = clock
        environment["TZ"] = "Europe/Berlin"
        return try await ChildProcess.run(
            BuiltBinary.path(), words, environment: environment, directory: program.home.path)
    }

    private func expectWhole(at location: SourceLocation = #_sourceLocation) async throws {
        try program.expectSoundLibrary(at: location)
        try await program.expect(0, "fsck", "--quiet", at: location)
    }

    /// Many feeds and files at once, more than there are descriptors for.
    private func subscribeToMany() async throws {
        let audio = FakeMP3.bytes(count: 200_000)
        for index in 0..<24 {
            server.route("/\(index).mp3", serving: Content(audio, type: "audio/mpeg"))
            let feed = RSSFeed.single(audioURL: server.url("/\(index).mp3"), length: audio.count)
            server.route("/\(index).xml", serving: Content(text: feed.text))
        }
        let outlines = (0..<24).map {
            #"<outline type="rss" text="x" xmlUrl="\#(server.url("/\($0).xml"))"/>"#
        }
        program.home.write(
            Array("<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>".utf8),
            to: "many.opml")
        try await program.expect(0, "import", program.home.path("many.opml"))
    }

    // Found as a trap of the runtime's own at 4 and at 16.
    @Test(arguments: [4, 16, 63])
    func tooFewDescriptorsAreToldAtOnce(count: Int) async throws {
        for words in [["sync"], ["list"]] {
            let result = try await run(under: "--nofile=\(count)", words)
            #expect(result.ending == .exited(1) && result.errors.contains("ulimit -n"))
        }
        #expect(!fileExists(program.home.path("column/library.sqlite")))
    }

    // What does not fit fails by name, and what was begun ends later.
    @Test(arguments: [64, 80])
    func fewDescriptors(count: Int) async throws {
        try await subscribeToMany()
        for words in [["sync"], ["download", "--all"], ["list"]] {
            let result = try await run(under: "--nofile=\(count)", words)
            guard case .exited(let code) = result.ending else {
                Issue.record("\(words) with \(count): \(result.ending) \(result.errors)")
                continue
            }
            #expect(code == 0 || !result.errors.isEmpty, "\(words) with \(count)")
        }
        try await program.expect(0, "sync", "--force")
        try await program.expect(0, "download", "--all")
        let episodes = try await program.episodes()
        #expect(episodes.count == 24 && episodes.allSatisfy { $0["state"]?.string == "complete" })
        try await expectWhole()
    }

    @Test func littleMemoryIsEnough() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let limit = "--data=\(128 << 20)"
        for result in [
            try await run(under: limit, ["sync", "--force"]),
            try await run(under: limit, ["download", "--all"]),
            try await run(
                under: limit,
                [
                    "play", "lamplight-1", "--mode", "once", "--output",
                    "wav:\(program.home.path("heard.wav"))",
                ]),
        ] {
            #expect(result.ending == .exited(0), "\(result.output)\(result.errors)")
        }
        try await expectWhole()
    }

    // A feed of 30 MB, in 128 MiB.
    @Test func aLargeFeedFitsIntoLittleMemory() async throws {
        let items = (0..<30_000).map { number in
            "<item><title>Number \(number)</title><guid>big-\(number)</guid><description>"
                + String(repeating: "words ", count: 160) + "</description></item>"
        }
        let text =
            "<rss version=\"2.0\"><channel><title>Big</title>\(items.joined())</channel></rss>"
        server.route("/big.xml", serving: Content(text: text))
        let result = try await run(under: "--data=\(128 << 20)", ["add", server.url("/big.xml")])
        #expect(result.ending == .exited(0), "\(result.output)\(result.errors)")
        try await expectWhole()
    }

    @Test(arguments: [-20, -1, 1, 20])
    func theClockJumpsByYears(years: Int64) async throws {
        let offset = years * 31_557_600
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        for words in [["sync"], ["download", "--new"], ["list"], ["stats"]] {
            let result = try await run(at: offset, words)
            #expect(result.ending == .exited(0), "\(words): \(result.output)\(result.errors)")
        }
        // Back in the present, no feed is left alone for the years between.
        let asked = server.log.entries(of: "/lamplight/feed.xml").count
        try await program.expect(0, "sync")
        #expect(server.log.entries(of: "/lamplight/feed.xml").count == asked + 1)
        try await program.expect(0, "download", "--all")
        try await expectWhole()
    }

    // The hours around both changes of the time of the year in 2026, in Berlin.
    @Test(
        arguments: [
            ("spring", 1_774_744_200), ("spring after", 1_774_749_600), ("autumn", 1_792_888_200),
            ("autumn again", 1_792_891_800),
        ] as [(String, Int64)])
    func theHourThatIsMissingOrTwice(name: String, moment: Int64) async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let offset = moment - Int64(time(nil))
        for result in [
            try await run(at: offset, ["sync", "--force"]),
            try await run(at: offset, ["list", "episodes"]),
            try await run(at: offset, ["stats", "--json"]),
            try await run(at: offset + 3_600, ["sync"]),
        ] {
            #expect(result.ending == .exited(0), "\(result.output)\(result.errors)")
        }
        try await expectWhole()
    }
}
