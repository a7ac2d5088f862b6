import ColumnModel
import ColumnStore
import EpisodeMedia
import HTTPKit
import TestSupport
import Testing

/// The fault matrix, against a real server: never wrong bytes, and as few of them twice as may be.
@Suite struct FaultTests {
    @Test(arguments: FaultCase.all)
    func comesOutRight(_ test: FaultCase) async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", test.answer)
        let episode = try await harness.addEpisode(
            "/a.mp3", length: test.announcedLength ?? Int64(FaultCase.size))
        let result: Result<FinishedMedia, MediaError>
        do throws(MediaError) {
            result = .success(try await harness.fetch(episode))
        } catch {
            result = .failure(error)
        }
        let entries = harness.server.log.entries(of: "/a.mp3")
        #expect(entries.count <= test.requests)
        switch (test.expectation, result) {
        case (.right, .success(let media)):
            #expect(media.isProven)
            try checkBytes(harness, media)
            if let resent = test.resent {
                #expect(harness.server.log.sentBytes(of: "/a.mp3") - FaultCase.size <= resent)
            }
            let audio = try await harness.store.episode(episode.id)?.audio
            #expect(audio?.state == .complete)
            #expect(audio?.file == media.file)
        case (.unproven, .success(let media)):
            #expect(!media.isProven)
            #expect(harness.bytes(media.file)?.count == FaultCase.size)
            #expect(try await harness.store.episode(episode.id)?.audio.state == .unproven)
        case (.refused(let code), .failure(let error)):
            #expect(error.failure.code == code)
            #expect(harness.names.allSatisfy { $0.hasSuffix(".part") })
        default:
            Issue.record("\(result)")
        }
    }

    /// The file is one of the versions, whole, and its digest is the one recorded.
    private func checkBytes(_ harness: MediaHarness, _ media: FinishedMedia) throws {
        let bytes = try #require(harness.bytes(media.file))
        let versions = (0..<12).map { version in
            bytes.count == FaultCase.size
                ? FaultCase.bytes(version: version)
                : FaultCase.bytes(version: version, count: bytes.count)
        }
        #expect(versions.contains(bytes))
        let digits = media.sha256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digits == sha256(bytes))
        #expect(harness.names == [media.file])
    }

    // F05, F06: with a gate, so that nothing depends on time but the limit itself.
    @Test func silentInTheBody() async throws {
        var harness = try MediaHarness()
        harness.policy.stallTimeout = .milliseconds(300)
        let gate = Gate()
        harness.server.route("/a.mp3") { request in
            let response = FaultCase.good(request)
            return request.number == 1
                ? response.adding(.hold(after: FaultCase.cut, gate)) : response
        }
        let episode = try await harness.addEpisode("/a.mp3")
        let media = try await harness.fetch(episode)
        try checkBytes(harness, media)
        let entries = harness.server.log.entries(of: "/a.mp3")
        #expect(entries.last?.request.rangeStart == FaultCase.cut - FaultCase.overlap)
    }

    @Test func silentBeforeTheHead() async throws {
        var harness = try MediaHarness()
        harness.policy.stallTimeout = .milliseconds(50)
        let gate = Gate()
        harness.server.route("/a.mp3") { _ in Response().adding(.holdHeader(gate)) }
        let episode = try await harness.addEpisode("/a.mp3")
        let ready = harness
        let error = await #expect(throws: MediaError.self) { try await ready.fetch(episode) }
        #expect(error?.failure.code == .timeout)
        #expect(harness.server.log.entries(of: "/a.mp3").count == 5)
    }

    // F31, F32, F51: the host's wish is kept, by the clock and in the library.
    @Test(arguments: [429, 503])
    func hostAsksToWait(status: Int) async throws {
        var harness = try MediaHarness()
        let clock = ManualClock()
        harness.clock = MonotonicClock(clock)
        harness.server.route("/a.mp3") { request in
            request.number == 1
                ? Response(status: status, text: "later").setting("Retry-After", "7")
                : FaultCase.good(request)
        }
        let episode = try await harness.addEpisode("/a.mp3")
        let ready = harness
        async let media = ready.fetch(episode)
        let waits = try await clock.waitForSleepers()
        #expect(waits == [.seconds(7)])
        #expect(harness.server.log.entries.count == 1)
        let kept = try await harness.store.notBefore(ofHost: "127.0.0.1")
        #expect(kept != nil)
        clock.advance(by: .seconds(7))
        try checkBytes(harness, try await media)
    }

    // The first piece of a new version is too small to be judged, and the next one is where the file
    // must be cut: it was once counted twice.
    @Test func changedFileComesInSmallPieces() async throws {
        let harness = try MediaHarness()
        let gate = Gate()
        harness.server.route("/a.mp3") { request in
            let version = request.number - 1
            let content = Content(FaultCase.bytes(version: version), etag: "\"v\(version)\"")
            let response = Response.serving(content, to: request)
            return request.number == 1
                ? response.adding(.reset(after: FaultCase.cut))
                : response.adding(.hold(after: 100, gate))
        }
        let episode = try await harness.addEpisode("/a.mp3")
        async let media = harness.fetch(episode)
        try await gate.waitForArrivals()
        gate.open()
        #expect(harness.bytes(try await media.file) == FaultCase.bytes(version: 1))
    }

    // F15, F16: a session's address first, the feed's when it has run out.
    @Test(arguments: [true, false])
    func sessionAddress(isAlive: Bool) async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3") { .redirect(to: "/s/\($0.number)") }
        for session in 1...2 {
            let content = Content(
                FaultCase.bytes(version: session), etag: "\"s\(session)\"")
            harness.server.route("/s/\(session)") { request in
                if request.number > 1, !isAlive {
                    return Response(status: 403, text: "expired")
                }
                let response = Response.serving(content, to: request)
                return session == 1 ? response.cutOnce(request) : response
            }
        }
        let episode = try await harness.addEpisode("/a.mp3")
        let media = try await harness.fetch(episode)
        #expect(harness.bytes(media.file) == FaultCase.bytes(version: isAlive ? 1 : 2))
        #expect(harness.server.log.entries(of: "/a.mp3").count == (isAlive ? 1 : 2))
    }

    // A redirect that a cache on the way kept leads to a session that has run out: the feed's address is
    // asked once more. A refusal at the feed's own address is one.
    @Test(arguments: [1, 5])
    func aSessionThatHasRunOutIsAskedAnewOnce(dead: Int) async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3") { .redirect(to: "/s/\($0.number)") }
        for session in 1...5 {
            harness.server.route("/s/\(session)") { request in
                session <= dead ? Response(status: 403, text: "expired") : FaultCase.good(request)
            }
        }
        let episode = try await harness.addEpisode("/a.mp3")
        do throws(MediaError) {
            let media = try await harness.fetch(episode)
            #expect(dead == 1 && harness.bytes(media.file) == FaultCase.bytes())
        } catch {
            #expect(dead > 1 && error.failure.status == 403)
        }
        #expect(harness.server.log.entries(of: "/a.mp3").count == 2)
    }

    // F40 with the login; F53.
    @Test func loginIsForItsHostOnly() async throws {
        let harness = try MediaHarness()
        let target = harness.server.otherHostURL("/b.mp3")
        harness.server.route("/a.mp3") { request in
            request.hasLogin(user: "user", password: "secret")
                ? .redirect(to: target) : .loginNeeded()
        }
        harness.server.route("/b.mp3", FaultCase.good)
        let episode = try await harness.addEpisode("/a.mp3")
        let media = try await harness.fetch(
            episode,
            credentials: .init(
                user: "user", password: "secret",
                origin: .init(
                    scheme: "http", host: "127.0.0.1", port: Int(harness.server.port))))
        try checkBytes(harness, media)
        let other = harness.server.log.entries(of: "/b.mp3").first
        #expect(other != nil && other?.request.headers["Authorization"] == nil)
    }

    // F43: HTTP cannot tell; the feed's length can.
    @Test func farShorterThanAnnounced() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", FaultCase.good)
        let episode = try await harness.addEpisode("/a.mp3", length: Int64(FaultCase.size) * 2)
        let media = try await harness.fetch(episode)
        #expect(media.warning?.code == .truncated)
        let kept = try await harness.store.episode(episode.id)?.audio
        #expect(kept?.state == .complete)
        #expect(kept?.failure?.code == .truncated)
    }
}
