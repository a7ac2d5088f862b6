import TestSupport
import Testing

/// What is heard, taken down by the recording output.
@Suite struct PlaybackTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    @Test func aDownloadSoundsAsTheFileDecodes() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "night-post-2")
        let requests = server.log.entries.count { $0.request.path.hasSuffix(".mp3") }
        try await program.expect(
            0, "play", "night-post-2", "--mode", "once", "--output",
            "wav:" + program.home.path("heard.wav"))
        #expect(server.log.entries.count { $0.request.path.hasSuffix(".mp3") } == requests)
        try await expectSame("heard.wav", as: "night-post/episode-2.mp3")
        let episode = try await self.episode("night-post-2")
        #expect(episode["played"]?.bool == true)
        try program.expectSoundLibrary()
    }

    /// A course from its first lesson on, anything else from what is newest.
    @Test(arguments: [(serial: false, "lamplight-3"), (true, "lamplight-1")])
    func aCourseBeginsAtItsBeginning(isSerial: Bool, first: String) async throws {
        if isSerial {
            let feed = String(decoding: Fixtures.bytes("lamplight/feed.xml"), as: UTF8.self)
                .replacing("{{base}}", with: server.url(""))
                .replacing("<channel>", with: "<channel><itunes:type>serial</itunes:type>")
            server.route("/course.xml", serving: Content(text: feed))
        }
        try await program.expect(
            0, "add", server.url(isSerial ? "/course.xml" : "/lamplight/feed.xml"))
        try await program.expect(
            0, "play", "--column", "1", "--mode", "once", "--output",
            "wav:" + program.home.path("heard.wav"))
        let heard = try await program.json("list", "history")["episodes"]?.elements.first
        #expect(heard?["guid"]?.string == first)
    }

    @Test
    func aStreamSoundsTheSameAndIsKept() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(
            0, "play", "lamplight-3", "--mode", "once", "--output",
            "wav:" + program.home.path("heard.wav"))
        try await expectSame("heard.wav", as: "lamplight/episode-3.mp3")
        let bytes = Fixtures.bytes("lamplight/episode-3.mp3")
        let episode = try await self.episode("lamplight-3")
        #expect(episode["state"]?.string == "complete")
        #expect(episode["sha256"]?.string == sha256(bytes))
        // Whoever has streamed it has downloaded it.
        let sent = server.log.sentBytes(of: "/lamplight/episode-3.mp3")
        #expect(sent <= bytes.count + 64 << 10)
        try program.expectSoundLibrary()
    }

    @Test func beginsAtATimeToTheSample() async throws {
        try await program.expect(0, "config", "set", "play.rewind-on-resume", "off")
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "download", "lamplight-1")
        try await program.expect(
            0, "play", "lamplight-1", "--mode", "once", "--from", "0:10", "--output",
            "wav:" + program.home.path("rest.wav"))
        let whole = try await decoded("lamplight/episode-1.mp3")
        let rest = try #require(WAVFile(readFile(program.home.path("rest.wav")) ?? []))
        let start = 10 * whole.sampleRate
        #expect(rest.samples.count == whole.samples.count - start)
        // After a seek the decoder needs some frames for its bits to be the same.
        let settled = whole.sampleRate / 10
        let worst = zip(rest.samples, whole.samples[start...]).dropFirst(settled)
            .map { abs(Int($0) - Int($1)) }.max()
        #expect(worst ?? .max <= 1)
        try program.expectSoundLibrary()
    }

    @Test func playsAFileThatIsInNoColumn() async throws {
        try await program.expect(
            0, "play", Fixtures.path("night-post/episode-3.mp3"), "--output",
            "wav:" + program.home.path("heard.wav"))
        try await expectSame("heard.wav", as: "night-post/episode-3.mp3")
    }

    @Test func fasterIsShorter() async throws {
        try await program.expect(
            0, "play", Fixtures.path("night-post/episode-3.mp3"), "--speed", "2", "--output",
            "wav:" + program.home.path("heard.wav"))
        let heard = try #require(WAVFile(readFile(program.home.path("heard.wav")) ?? []))
        #expect(abs(heard.seconds - 11.31 / 2) < 0.2)
    }

    @Test
    func aStopKeepsThePlace() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "download", "lamplight-1")
        let child = try program.start("play", "lamplight-1", "--from", "0:05", "--output", "null")
        try await child.wait(forText: "旧书店", in: .errors)
        child.send(15)
        #expect(try await child.waitForExit().ending == .exited(143))
        let place = try await episode("lamplight-1")["position"]?.double ?? 0
        #expect(place >= 5 && place < 15, "\(place)")
        try program.expectSoundLibrary()
    }

    @Test(arguments: ["lamplight-4", "no such episode"])
    func saysWhatCannotBePlayed(name: String) async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        let result = try await program.run("play", name, "--output", "null")
        #expect(result.exitCode != 0 && result.exitCode < 128, "\(result.exitCode)")
        #expect(!result.errors.isEmpty)
    }

    private func episode(_ guid: String) async throws -> JSONValue {
        try #require(try await program.episodes().first { $0["guid"]?.string == guid })
    }

    /// What the command `mpg123` makes of a fixture.
    private func decoded(_ fixture: String) async throws -> WAVFile {
        let path = program.home.path("decoded.wav")
        let result = try await ChildProcess.run(
            "mpg123", ["-q", "-w", path, Fixtures.path(fixture)])
        #expect(result.exitCode == 0, "\(result.errors)")
        return try #require(WAVFile(readFile(path) ?? []))
    }

    /// Compares a recording with what the command `mpg123` makes of a fixture.
    private func expectSame(
        _ recording: String, as fixture: String, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let theirs = try await decoded(fixture)
        let ours = try #require(
            WAVFile(readFile(program.home.path(recording)) ?? []), sourceLocation: location)
        #expect(ours.sampleRate == theirs.sampleRate, sourceLocation: location)
        #expect(ours.channelCount == theirs.channelCount, sourceLocation: location)
        #expect(ours.samples.count == theirs.samples.count, sourceLocation: location)
        let worst = zip(ours.samples, theirs.samples).map { abs(Int($0) - Int($1)) }.max()
        #expect(worst ?? .max <= 1, sourceLocation: location)
    }
}
