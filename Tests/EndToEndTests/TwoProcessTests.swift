import TestSupport
import Testing

/// One process downloads what another plays.
@Suite struct TwoProcessTests {
    private let program = Program()
    private let server = LoopbackServer()

    /// A minute and a half of sound, which stands still after half a minute.
    private func serve() -> Gate {
        let content = Content(FakeMP3.bytes(count: 1_500_000), etag: "\"one\"")
        let gate = Gate()
        let isFirst = Watched(true)
        server.route("/a.mp3") { request in
            let wasFirst = isFirst.update { value in
                defer { value = false }
                return value
            }
            let response = Response.serving(content, to: request)
            return wasFirst ? response.adding(.hold(after: 500_000, gate)) : response
        }
        return gate
    }

    private func startBoth() async throws -> (download: ChildProcess, player: ChildProcess) {
        try await program.subscribe(toAudioOf: server)
        let download = try program.start("download", "only")
        for _ in 0..<2000 {
            if fileSize(program.home.path("column/media/1.part")) ?? 0 > 300_000 { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        let player = try program.start(
            "play", "only", "--json", "--output", "wav:" + program.home.path("a.wav"))
        try await player.wait(forText: "\"event\":\"position\"")
        return (download, player)
    }

    private func expectWhole(_ player: ChildProcess) async throws {
        let result = try await player.waitForExit()
        #expect(result.ending == .exited(0), "\(result.output)\(result.errors)")
        let bytes = try #require(readFile(program.home.path("a.wav")))
        let heard = try #require(WAVFile(bytes))
        #expect(abs(heard.seconds - 1_500_000 / 417 * FakeMP3.frameSeconds) < 0.1)
    }

    @Test func whatIsBeingDownloadedIsPlayedMeanwhile() async throws {
        let gate = serve()
        let (download, player) = try await startBoth()
        gate.open()
        let result = try await download.waitForExit()
        #expect(result.ending == .exited(0), "\(result.errors)")
        try await expectWhole(player)
        #expect(server.log.entries.filter { $0.request.path == "/a.mp3" }.count == 1)
    }

    @Test func aKilledDownloadIsFinishedByThePlayer() async throws {
        let gate = serve()
        let (download, player) = try await startBoth()
        download.send(9)
        _ = try await download.waitForExit()
        try await expectWhole(player)
        gate.open()
        #expect(try await program.episodes().count == 1)
    }

    /// Where nobody hears anything, nothing counts as heard.
    @Test func soundThatGoesNowhereByAccidentIsNotHeard() async throws {
        try await program.subscribe(toAudioOf: server)
        server.route("/a.mp3", serving: Content(FakeMP3.bytes(count: 40_000), etag: "\"one\""))
        let result = try await program.expect(0, "play", "only")
        #expect(result.errors.contains("which is silent"), "\(result.errors)")
        let episode = try #require(try await program.episodes().first)
        #expect(episode["played"]?.bool == false)
        #expect(episode["position"]?.double ?? 0 == 0)
        try await program.expect(0, "play", "only", "--output", "null")
        let heard = try #require(try await program.episodes().first)
        #expect(heard["played"]?.bool == true)
    }
}
