import TestSupport
import Testing

/// What follows what: after an end, a failure, a key, a change on the server.
@Suite struct PlayingOnTests {
    private let program = Program()
    private let server = LoopbackServer()

    init() {
        server.routeFixtures()
    }

    private func recording(_ name: String) -> String { "wav:" + program.home.path(name) }

    private func heard(_ name: String) throws -> WAVFile {
        try #require(WAVFile(readFile(program.home.path(name)) ?? []))
    }

    private func episode(_ guid: String) async throws -> JSONValue {
        try #require(try await program.episodes().first { $0["guid"]?.string == guid })
    }

    // MARK: - Settings

    @Test(arguments: ["for all", "of the column"])
    func silenceIsTrimmed(_ scope: String) async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "night-post-2")
        try await play("plain.wav")
        if scope == "for all" {
            try await program.expect(0, "config", "set", "play.trim-silence", "on")
        } else {
            try await program.expect(
                0, "config", "set", "--column", "The Night Post", "play.trim-silence", "on")
        }
        try await play("trimmed.wav")
        #expect(try heard("trimmed.wav").seconds < heard("plain.wav").seconds - 0.1)
        // The measured length is the file's, whatever was taken out.
        let length = try await episode("night-post-2")["duration"]?.double ?? 0
        #expect(try abs(length - heard("plain.wav").seconds) < 0.001)
    }

    @Test func loudnessIsMadeEven() async throws {
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "night-post-2")
        try await play("plain.wav")
        try await program.expect(
            0, "config", "set", "--column", "The Night Post", "play.loudness", "on")
        try await play("even.wav")
        #expect(try heard("even.wav").samples != heard("plain.wav").samples)
    }

    private func play(_ name: String) async throws {
        try await program.expect(
            0, "play", "night-post-2", "--mode", "once", "--from", "0", "--output",
            recording(name))
    }

    // MARK: - Failures

    @Test(arguments: ["gone from the server", "no audio on disk"])
    func aFailureDoesNotEndTheList(_ fault: String) async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        if fault == "gone from the server" {
            server.route("/lamplight/episode-2.mp3") { _ in Response(status: 404, text: "gone") }
        } else {
            try await program.expect(0, "download", "lamplight-2")
            let path = try #require(try await episode("lamplight-2")["path"]?.string)
            program.home.write(
                Array("This is no audio at all.".utf8),
                to: String(path.dropFirst(program.home.path.utf8.count + 1)))
        }
        let events = try await program.events(
            3, "play", "lamplight-1", "--output", recording("heard.wav"))
        let told = events.compactMap { event in
            switch event["event"]?.string {
            case "finished": event["title"]?.string
            case "error": "error"
            default: nil
            }
        }
        #expect(told == ["第一篇：旧书店", "error", "第三篇：晚安，城市"])
        #expect(events.last?["ending"]?.string == "listEnded")
        try program.expectSoundLibrary()
    }

    @Test(arguments: ["sequence", "repeat-all", "repeat-one", "shuffle", "once"])
    func aListOfFailuresEnds(_ mode: String) async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        for number in 1...3 {
            server.route("/lamplight/episode-\(number).mp3") { _ in
                Response(status: 404, text: "gone")
            }
        }
        let events = try await program.events(
            3, "play", "lamplight-1", "--mode", mode, "--output", "null")
        let count = events.count { $0["event"]?.string == "error" }
        #expect(count == (["repeat-one", "once"].contains(mode) ? 1 : 3))
    }

    @Test func withoutANetworkOnlyWhatIsHereIsTried() async throws {
        try await program.expect(0, "config", "set", "download.attempts", "1")
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "lamplight-3")
        try await program.expect(0, "queue", "add", "night-post-2")
        server.stop()
        let events = try await program.events(
            3, "play", "lamplight-1", "--output", recording("heard.wav"))
        let told = events.compactMap { event in
            ["finished", "error"].contains(event["event"]?.string)
                ? event["title"]?.string ?? "error" : nil
        }
        // The first of the list and, after what is here, the queue's; the second is not tried.
        #expect(told == ["error", "第三篇：晚安，城市", "error"])
        // What could not be reached keeps its turn.
        #expect(try await program.expect(0, "queue").output.contains("A Stamp Costs a Sparrow"))
    }

    // MARK: - The queue

    @Test func theQueueFollowsTheEndOfTheList() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "lamplight-3", "night-post-2")
        let child = try program.start(
            "play", "lamplight-3", "--mode", "once", "--output", "null")
        try await child.wait(forText: "晚安", in: .errors)
        try await program.expect(0, "pause")
        #expect(try await program.json("status")["canGoNext"]?.bool == false)
        let refused = try await program.run("next")
        #expect(refused.exitCode != 0)
        try await program.expect(0, "queue", "add", "night-post-2")
        try await program.expect(0, "resume")
        try await program.expect(0, "pause")
        #expect(try await program.json("status")["canGoNext"]?.bool == true)
        try await program.expect(0, "next")
        try await child.wait(forText: "A Stamp Costs a Sparrow", in: .errors)
        try await program.expect(0, "stop")
        #expect(try await child.waitForExit().ending == .exited(0))
        #expect(try await program.json("queue")["queue"]?.elements.isEmpty != false)
    }

    // MARK: - What the file tells

    @Test func aStreamsLengthIsMeasuredToTheFrame() async throws {
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        #expect(try await episode("lamplight-3")["duration"]?.double == 13)
        let events = try await program.events(
            0, "play", "lamplight-3", "--mode", "once", "--output", recording("heard.wav"))
        let estimates = events.compactMap { $0["durationEstimated"]?.bool }
        #expect(estimates.first == true)
        #expect(estimates.last == false)
        let length = try await episode("lamplight-3")["duration"]?.double ?? 0
        #expect(try abs(length - heard("heard.wav").seconds) < 0.001, "\(length)")
    }

    @Test(arguments: ["download", "play"])
    func chaptersOfTheFileAreKept(_ command: String) async throws {
        let sound = Fixtures.bytes("night-post/episode-3.mp3")
        server.route(
            "/a.mp3", serving: Content(Self.chapterTag(["Anfang", "Ende"]) + sound))
        try await program.subscribe(toAudioOf: server)
        if command == "download" {
            try await program.expect(0, "download", "only")
        } else {
            // Streamed at first, a file the second time.
            for _ in 1...2 {
                try await program.expect(0, "play", "only", "--output", recording("a.wav"))
            }
        }
        let chapters = try await program.json("show", "only")["episode"]?["chapters"]?.elements
        #expect(chapters?.compactMap { $0["title"]?.string } == ["Anfang", "Ende"])
        #expect(chapters?.compactMap { $0["start"]?.double } == [0, 5])
    }

    /// An ID3v2.3 tag with chapters of five seconds.
    private static func chapterTag(_ titles: [String]) -> [UInt8] {
        func big(_ value: Int) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        func frame(_ id: String, _ body: [UInt8]) -> [UInt8] {
            Array(id.utf8) + big(body.count) + [0, 0] + body
        }
        let body = titles.enumerated().flatMap { index, title in
            frame(
                "CHAP",
                Array("c\(index)".utf8) + [0] + big(index * 5_000) + big(index * 5_000 + 5_000)
                    + [UInt8](repeating: 0xFF, count: 8)
                    + frame("TIT2", [0] + Array(title.utf8)))
        }
        let size = [21, 14, 7, 0].map { UInt8(body.count >> $0 & 0x7F) }
        return Array("ID3".utf8) + [3, 0, 0] + size + body
    }

    // MARK: - At a terminal

    @Test func keysPauseSeekAndChangeTheSpeed() async throws {
        try await program.expect(0, "config", "set", "play.skip-forward", "5s")
        try await program.expect(0, "config", "set", "play.rewind-on-resume", "off")
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        try await program.expect(0, "download", "lamplight-1")
        let child = try program.start(
            "play", "lamplight-1", "--from", "0:05", "--output", "null",
            input: .terminal(columns: 50, rows: 24))
        try await child.wait(forText: "▶ 0:05")
        child.write(Array(" ".utf8))
        try await child.wait(forText: "⏸ 0:")
        // Wherever that was on this machine, the key goes five seconds on from it.
        let paused = try #require(try await program.json("status")["position"]?.double)
        #expect(paused >= 5)
        child.write(Array(".".utf8))
        child.write(Array("]".utf8))
        try await child.wait(forText: "1.1×")
        child.write(Array("q".utf8))
        #expect(try await child.waitForExit().ending == .exited(0))
        let place = try await episode("lamplight-1")["position"]?.double ?? 0
        #expect(abs(place - paused - 5) < 0.01, "\(place) after \(paused)")
        // Gone on with where it was left; then the next one follows, streamed and kept.
        let later = try program.start("play", "--output", "null")
        try await later.wait(forText: "旧书店 – 灯下专栏, from 0:", in: .errors)
        try await later.wait(forText: "Finished: 第一篇：旧书店", in: .errors)
        try await later.wait(forText: "Playing: 第二篇：雨天的邮差", in: .errors)
        try await program.expect(0, "stop")
        #expect(try await later.waitForExit().ending == .exited(0))
        #expect(server.log.sentBytes(of: "/lamplight/episode-2.mp3") > 0)
        try program.expectSoundLibrary()
    }

    // MARK: - A change on the server

    @Test func aFileThatBecomesAnotherIsTold() async throws {
        let old = Content(FakeMP3.bytes(count: 2 << 20, seed: 1), etag: "\"one\"")
        let new = Content(FakeMP3.bytes(count: 2 << 20, seed: 2), etag: "\"two\"")
        try await program.subscribe(toAudioOf: server)
        let isFirst = Watched(true)
        let gate = Gate()
        server.route("/a.mp3") { request in
            let wasFirst = isFirst.update { value in
                defer { value = false }
                return value
            }
            return wasFirst
                ? Response.serving(old, to: request).adding(.hold(after: 1 << 20, gate))
                    .adding(.reset(after: (1 << 20) + 1))
                : .serving(new, to: request)
        }
        let child = try program.start("play", "only", "--json", "--output", recording("a.wav"))
        try await child.wait(forText: "\"event\":\"position\"")
        gate.open()
        let result = try await child.waitForExit()
        #expect(result.ending == .exited(0), "\(result.errors)")
        #expect(result.output.contains("\"event\":\"mediaChanged\""), "\(result.output)")
    }
}
