import AudioKit
import EpisodeMedia
import EpisodePlayer
import TestSupport
import Testing

/// What a server does wrong while its file is heard: the sound goes on, or the state says why.
@Suite struct StreamFaultTests {
    private let rig = StreamRig()
    private var server: LoopbackServer { rig.server }
    private let name = "speech-cbr-bare"

    private func content(etag: String = "\"one\"") throws -> Content {
        try Content(#require(readFile(Fixture.path(name))), etag: etag)
    }

    private func play(
        _ stream: MediaStream, clock: any OutputClock = VirtualClock()
    ) async throws -> PlayerRig {
        let player = PlayerRig(clock: clock)
        try await player.engine.load(PlayerItem(source: StreamByteSource(stream)), intent: .play)
        return player
    }

    private func close(_ player: PlayerRig, _ stream: MediaStream) async throws {
        try await player.engine.stop()
        await stream.close()
    }

    private func failure(of player: PlayerRig) async throws -> AudioError? {
        func find(_ events: [PlayerEvent]) -> AudioError? {
            for event in events {
                if case .stateChanged(.failed(let error), _) = event { return error }
            }
            return nil
        }
        return find(
            try await player.events.wait(for: "a failure", within: .seconds(60)) { events in
                events.contains {
                    if case .stateChanged(.failed, _) = $0 { true } else { false }
                }
            })
    }

    /// So much is asked for again to prove that the rest fits.
    private static let overlap = 64 << 10

    enum Break: String, CaseIterable {
        case reset, closed, closedAgainAndAgain, silent
    }

    /// Every sample is heard once, in its order, and of the bytes only the proof's come twice.
    @Test(arguments: Break.allCases)
    func soundGoesOnAfter(_ fault: Break) async throws {
        let content = try content()
        let gate = Gate()
        server.route("/a.mp3") { request in
            let response = Response.serving(content, to: request)
            switch (fault, request.number) {
            case (.reset, 1): return response.adding(.reset(after: 9_000))
            case (.closed, 1): return response.adding(.close(after: 9_000))
            case (.closedAgainAndAgain, 1...5):
                return response.adding(.close(after: 3_000 * request.number))
            case (.silent, 1): return response.adding(.hold(after: 9_000, gate))
            default: return response
            }
        }
        let stream = try await rig.makeStream("/a.mp3", stallTimeout: .milliseconds(300))
        let player = try await play(stream)
        try await player.wait(for: .ended)
        let isEqual = try player.samples == Fixture.decoded(name)
        #expect(isEqual)
        try await player.events.wait(for: "the end") { $0.contains(.ended) }
        try await close(player, stream)
        #expect(player.events.value.filter { $0 == .ended }.count == 1)
        let entries = server.log.entries(of: "/a.mp3")
        // On a busy machine a pause of the server's own may pass for silence, and be asked past.
        #expect(entries.count >= (fault == .closedAgainAndAgain ? 6 : 2))
        let resent = server.log.sentBytes(of: "/a.mp3") - content.bytes.count
        #expect(resent <= (entries.count - 1) * min(Self.overlap, content.bytes.count))
    }

    /// A host that gives less than is played: it stalls and goes on, and nothing is lost.
    @Test func aSlowHostStallsTheSoundAndLosesNothing() async throws {
        let content = try content()
        let gate = Gate()
        server.route("/a.mp3") {
            Response.serving(content, to: $0).adding(.hold(after: 9_000, gate))
        }
        let stream = try await rig.makeStream("/a.mp3")
        let player = try await play(stream, clock: SteadyClock())
        try await player.wait(for: .playing)
        try await player.wait(for: .stalled)
        #expect(player.engine.snapshot.intent == .play)
        #expect(player.engine.snapshot.isBufferEmpty)
        #expect(!player.engine.snapshot.isLikelyToKeepUp)
        let count = player.events.value.count
        gate.open()
        try await player.wait(for: .playing, after: count)
        try await player.wait(for: .ended, after: count)
        #expect(try player.samples.count == Fixture.decoded(name).count)
        try await close(player, stream)
        #expect(server.log.entries(of: "/a.mp3").count == 1)
        #expect(server.log.sentBytes(of: "/a.mp3") == content.bytes.count)
    }

    /// A session's address runs out while it is heard: the feed's own one leads to the next.
    @Test func anExpiredSessionIsFollowedByANewOne() async throws {
        let content = try content()
        server.route("/a.mp3") { .redirect(to: "/session/\($0.number)") }
        server.route("/session/1") { request in
            request.number == 1
                ? Response.serving(content, to: request).adding(.reset(after: 9_000))
                : Response(status: 403, text: "expired")
        }
        server.route("/session/2", serving: content)
        let stream = try await rig.makeStream("/a.mp3")
        let player = try await play(stream)
        try await player.wait(for: .ended)
        let isEqual = try player.samples == Fixture.decoded(name)
        #expect(isEqual)
        try await close(player, stream)
        #expect(server.log.entries(of: "/a.mp3").count >= 2)
        #expect(server.log.entries(of: "/session/1").contains { $0.status == 403 })
        #expect(server.log.entries(of: "/session/2").contains { $0.status == 200 })
    }

    @Test(arguments: [404, 410, 451])
    func aRefusalFailsAtOnce(status: Int) async throws {
        server.route("/a.mp3") { _ in Response(status: status, text: "no") }
        let stream = try await rig.makeStream("/a.mp3")
        let player = try await play(stream)
        #expect(try await failure(of: player) == .source(code: "http-status", detail: "\(status)"))
        try await close(player, stream)
        #expect(server.log.entries(of: "/a.mp3").count == 1)
        #expect(player.samples.isEmpty)
    }

    /// What was there is heard, then it is said that the rest is not: that is no end.
    @Test func bytesThatEndTooSoonAreAFailure() async throws {
        let content = try content()
        server.route("/a.mp3") { request in
            let rest = 12_000 - Int(request.rangeStart ?? 0)
            return Response.serving(content, to: request).adding(.close(after: max(0, rest)))
        }
        let stream = try await rig.makeStream("/a.mp3")
        let player = try await play(stream)
        guard case .source(let code, _) = try await failure(of: player) else {
            Issue.record("\(player.events.value)")
            return
        }
        #expect(code == "truncated")
        #expect(!player.events.value.contains(.ended))
        let whole = try Fixture.decoded(name)
        #expect(player.samples.count > whole.count / 3)
        let isBeginning = player.samples.dropLast(1_000).elementsEqual(
            whole.prefix(max(0, player.samples.count - 1_000)))
        #expect(isBeginning)
        try await close(player, stream)
    }

    /// The advertisements change with the connection: the sound goes on in one version, and it is told.
    @Test func changingAdvertisementsAreNeverSpliced() async throws {
        let speech = try #require(readFile(Fixture.path(name)))
        // The new version has a second of other sound in front.
        let new = Content(Array(speech[..<5_000]) + speech, etag: "\"two\"")
        let old = Content(speech, etag: "\"one\"")
        server.route("/a.mp3") { request in
            request.number == 1
                ? Response.serving(old, to: request).adding(.reset(after: 12_000))
                : .serving(new, to: request)
        }
        let stream = try await rig.makeStream("/a.mp3")
        let player = try await play(stream, clock: LeisurelyClock())
        try await player.events.wait(for: "a change", within: .seconds(30)) { events in
            events.contains { if case .notice(.mediaChanged) = $0 { true } else { false } }
        }
        try await player.wait(for: .ended)
        try await close(player, stream)
        let requests = server.log.entries(of: "/a.mp3")
        #expect(requests.count <= 3)
        #expect(requests.last?.sentBytes ?? 0 >= new.bytes.count - 12_000)
    }
}
