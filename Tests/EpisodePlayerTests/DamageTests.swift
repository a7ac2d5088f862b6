import AudioKit
import EpisodeMedia
import EpisodePlayer
import TestSupport
import Testing

/// What is broken in a file is left out, counted and told, while the rest is heard.
@Suite struct DamageTests {
    private static let places = [3, 40, 90]

    /// A file with garbage before some of its frames.
    private static func damaged() throws -> [UInt8] {
        let whole = try #require(readFile(Fixture.path("speech-cbr-bare")))
        var random = SeededRandom(seed: 5)
        var result: [UInt8] = []
        var offset = 0
        var frame = 0
        while let header = MP3FrameHeader(whole, at: offset) {
            if places.contains(frame) {
                result += (0..<700).map { _ in UInt8.random(in: 0..<0xFF, using: &random) }
            }
            let end = min(whole.count, offset + header.byteCount)
            result += whole[offset..<end]
            offset = end
            frame += 1
        }
        return result
    }

    private let expected = MediaDamage(places: places.count, bytes: Int64(places.count) * 700)

    private func check(_ player: PlayerRig) async throws {
        try await player.events.wait(for: "all of it is told", within: .seconds(60)) { events in
            events.contains(.notice(.damaged(expected)))
        }
        #expect(player.engine.snapshot.damage == expected)
        try await player.wait(for: .ended)
        // Also what has ended, or failed, tells it.
        #expect(player.engine.snapshot.damage == expected)
        let whole = try Fixture.decoded("speech-cbr-bare").count
        #expect(player.samples.count > whole - 30 * 1_152 && player.samples.count <= whole)
        #expect(
            !player.events.value.contains {
                if case .stateChanged(.failed, _) = $0 { true } else { false }
            })
    }

    @Test func ofALocalFile() async throws {
        let home = TemporaryHome()
        try home.write(Self.damaged(), to: "a.mp3")
        let player = PlayerRig(clock: LeisurelyClock())
        let source = try FileByteSource(path: home.path("a.mp3"))
        try await player.engine.load(PlayerItem(source: source), intent: .play)
        try await check(player)
    }

    @Test func ofAStream() async throws {
        let rig = StreamRig()
        try rig.server.route("/a.mp3", serving: Content(Self.damaged(), etag: "\"one\""))
        let stream = try await rig.makeStream("/a.mp3")
        let player = PlayerRig(clock: LeisurelyClock())
        try await player.engine.load(PlayerItem(source: StreamByteSource(stream)), intent: .play)
        try await check(player)
        await stream.close()
    }

    @Test func ofASoundFile() async throws {
        let player = PlayerRig()
        let source = try FileByteSource(path: Fixture.path("speech-vbr-xing"))
        try await player.engine.load(PlayerItem(source: source), intent: .play)
        try await player.wait(for: .ended)
        #expect(player.engine.snapshot.damage == MediaDamage())
    }
}
