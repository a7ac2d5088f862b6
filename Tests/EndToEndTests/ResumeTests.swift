import ColumnModel
import TestSupport
import Testing

/// Downloads that are broken off, by the server or by a signal.
@Suite struct ResumeTests {
    private let program = Program()
    private let server = LoopbackServer()
    private let audio = Content(
        FakeMP3.bytes(count: 1_500_000, seed: 11), etag: "\"v1\"",
        lastModified: Timestamp(secondsSince1970: 1_600_000_000))
    private let cut = 900_000
    private let overlap = 64 << 10

    struct Signal: CustomTestStringConvertible, Sendable {
        let number: Int32
        let ending: ProcessResult.Ending
        var testDescription: String { "signal \(number)" }
    }

    @Test(arguments: [
        Signal(number: 9, ending: .signalled(9))
    ])
    func goesOnAfterASignal(signal: Signal) async throws {
        let gate = Gate()
        server.route("/a.mp3") { [audio, cut] request in
            let right = Response.serving(audio, to: request)
            return request.number == 1 ? right.adding(.hold(after: cut, gate)) : right
        }
        try await program.subscribe(toAudioOf: server)
        let child = try program.start("download", "--all")
        try await gate.waitForArrivals()
        try await waitForPart(of: 1)
        child.send(signal.number)
        #expect(try await child.waitForExit().ending == signal.ending)
        let kept = try await program.onlyEpisode()["bytes"]?.int ?? 0
        try await program.expect(0, "download", "--all")
        try await expectWhole(resentAtMost: cut - kept + overlap)
        let second = try #require(server.log.entries(of: "/a.mp3").dropFirst().first)
        #expect(second.request.range != nil)
        #expect(second.request.ifRange == "\"v1\"")
        if signal.number != 9 { #expect(kept == cut) }
    }

    @Test func goesOnAfterAReset() async throws {
        try await program.expect(0, "config", "set", "download.retry-delay", "10ms")
        server.route("/a.mp3") { [audio, cut] request in
            let right = Response.serving(audio, to: request)
            return request.number == 1 ? right.adding(.reset(after: cut)) : right
        }
        try await program.subscribe(toAudioOf: server)
        try await program.expect(0, "download", "--all")
        try await expectWhole(resentAtMost: overlap)
    }

    @Test func neverJoinsTwoVersions() async throws {
        let gate = Gate()
        let other = Content(FakeMP3.bytes(count: 1_500_000, seed: 12), etag: "\"v2\"")
        server.route("/a.mp3") { [audio, cut] request in
            guard request.number == 1 else { return .serving(other, to: request) }
            return Response.serving(audio, to: request).adding(.hold(after: cut, gate))
        }
        try await program.subscribe(toAudioOf: server)
        let child = try program.start("download", "--all")
        try await gate.waitForArrivals()
        try await waitForPart(of: 1)
        child.send(15)
        _ = try await child.waitForExit()
        try await program.expect(0, "download", "--all")
        let episode = try await program.onlyEpisode()
        #expect(episode["sha256"]?.string == sha256(other.bytes))
        #expect(episode["path"]?.string.flatMap(readFile) == other.bytes)
        try program.expectSoundLibrary()
    }

    @Test func oneOfTwoDownloadsAtOnceDoesTheWork() async throws {
        let gate = Gate()
        server.route("/a.mp3") { [audio, cut] request in
            let right = Response.serving(audio, to: request)
            return request.number == 1 ? right.adding(.hold(after: cut, gate)) : right
        }
        try await program.subscribe(toAudioOf: server)
        let first = try program.start("download", "--all")
        try await gate.waitForArrivals()
        let second = try await program.run("download", "--all")
        #expect([0, 75].contains(second.exitCode), "\(second.errors)")
        gate.open()
        #expect(try await first.waitForExit().ending == .exited(0))
        #expect(server.log.entries(of: "/a.mp3").count == 1)
        try await expectWhole(resentAtMost: 0)
    }

    /// Waits until the part file holds something, since the kernel gives what the socket got later.
    private func waitForPart(of episode: Int) async throws {
        let folder = program.home.path("column/media")
        for _ in 0..<2_000 {
            let sizes = listDirectory(folder).compactMap { fileSize("\(folder)/\($0)") }
            if let size = sizes.max(), size >= cut { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("No part of \(cut) bytes came to be in \(folder).")
    }

    private func expectWhole(
        resentAtMost limit: Int, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let episode = try await program.onlyEpisode(at: location)
        #expect(episode["state"]?.string == "complete", sourceLocation: location)
        #expect(episode["sha256"]?.string == sha256(audio.bytes), sourceLocation: location)
        let path = try #require(episode["path"]?.string, sourceLocation: location)
        #expect(readFile(path) == audio.bytes, sourceLocation: location)
        let files = listDirectory(program.home.path("column/media"))
        #expect(files.count == 1, "\(files)", sourceLocation: location)
        let sent = server.log.sentBytes(of: "/a.mp3")
        #expect(sent - audio.bytes.count <= limit, sourceLocation: location)
        try program.expectSoundLibrary(at: location)
    }
}
