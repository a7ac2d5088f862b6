import AudioKit
import EpisodeMedia
import EpisodePlayer
import TestSupport
import Testing

/// Episodes played from a real server while they are fetched.
@Suite struct EpisodeStreamTests {
    private let rig = StreamRig()
    private var server: LoopbackServer { rig.server }

    @Test func aStreamIsHeardWholeAndBecomesTheFile() async throws {
        let bytes = try #require(readFile(Fixture.path("speech-vbr-xing")))
        server.route("/a.mp3", serving: Content(bytes, type: "audio/mpeg", etag: "\"one\""))
        let stream = try await rig.makeStream("/a.mp3")
        let player = PlayerRig()
        try await player.engine.load(PlayerItem(source: StreamByteSource(stream)), intent: .play)
        try await player.wait(for: .ended)
        let whole = try Fixture.decoded("speech-vbr-xing")
        #expect(player.samples == whole)
        try await player.engine.stop()
        await stream.close()
        #expect(server.log.sentBytes(of: "/a.mp3") == bytes.count)
    }

    @Test func aRefusalIsToldWithItsStatus() async throws {
        let stream = try await rig.makeStream("/gone.mp3")
        let player = PlayerRig()
        try await player.engine.load(PlayerItem(source: StreamByteSource(stream)), intent: .play)
        try await player.events.wait(for: "a failure", within: .seconds(30)) { events in
            events.contains {
                if case .stateChanged(.failed(.source("http-status", _)), _) = $0 {
                    true
                } else {
                    false
                }
            }
        }
        try await player.engine.stop()
        await stream.close()
    }
}
