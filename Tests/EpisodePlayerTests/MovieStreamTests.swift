import AudioKit
import EpisodeMedia
import EpisodePlayer
import TestSupport
import Testing

/// A file whose table of contents stands at its end, as encoders write it.
private enum MovieFixture {
    static let path = String(Fixture.path("stereo-aac").dropLast(4)) + ".m4a"
    static let isInstalled =
        (try? LibAVDecoder(source: FileByteSource(path: path), kind: .mp4)) != nil
}

/// An M4A that is played from a server.
@Suite(.enabled(if: MovieFixture.isInstalled, "libavformat and libavcodec are not installed"))
struct MovieStreamTests {
    /// The fixture with so many bytes in its `mdat` that no sample uses; `moov` comes behind.
    private func movie(padding: Int) throws -> (bytes: [UInt8], moov: Int) {
        let bytes = try #require(readFile(MovieFixture.path))
        let mdat = try #require(bytes.firstRange(of: Array("mdat".utf8))?.lowerBound) - 4
        let size = bytes[mdat..<(mdat + 4)].reduce(0) { $0 << 8 | Int($1) }
        let moov = mdat + size
        try #require(bytes[(moov + 4)..<(moov + 8)].elementsEqual("moov".utf8))
        let larger = size + padding
        let head = (0..<4).map { UInt8(truncatingIfNeeded: larger >> (8 * (3 - $0))) }
        let filled =
            Array(bytes[..<mdat]) + head + bytes[(mdat + 4)..<moov]
            + [UInt8](repeating: 0x55, count: padding) + bytes[moov...]
        return (filled, moov + padding)
    }

    private func decoded(_ bytes: [UInt8]) async throws -> [Int16] {
        let home = TemporaryHome()
        home.write(bytes, to: "a.m4a")
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(source: FileByteSource(path: home.path("a.m4a"))), intent: .play)
        try await rig.wait(for: .ended)
        return rig.samples
    }

    /// The connection gives the front and then stands still: the end is fetched by another one.
    @Test func theEndIsFetchedFirstAndNothingTwice() async throws {
        let (bytes, moov) = try movie(padding: 600_000)
        let rig = StreamRig()
        let content = Content(bytes, type: "audio/mp4", etag: "\"one\"")
        let gate = Gate()
        rig.server.route("/a.m4a") { request in
            let response = Response.serving(content, to: request)
            return request.number == 1 ? response.adding(.hold(after: 150_000, gate)) : response
        }
        let stream = try await rig.makeStream("/a.m4a", type: "audio/mp4")
        let player = PlayerRig()
        try await player.engine.load(
            PlayerItem(source: StreamByteSource(stream)), intent: .play)
        try await player.wait(for: .ended)
        let isEqual = try await decoded(bytes) == player.samples
        #expect(isEqual)
        // What is between was no sound; the file gets whole all the same.
        try await rig.server.log.wait(for: "the rest") { entries in
            entries.filter { $0.request.path == "/a.m4a" && $0.isFinished }.count >= 3
        }
        try await player.engine.stop()
        await stream.close()
        let entries = rig.server.log.entries(of: "/a.m4a")
        let starts = entries.map { $0.request.rangeStart ?? 0 }
        #expect(starts[0] == 0)
        #expect(starts[1] > 150_000 && Int(starts[1]) <= moov, "\(starts)")
        // Only what proves both joints is sent again.
        let resent = rig.server.log.sentBytes(of: "/a.m4a") - bytes.count
        #expect(resent <= 2 * 65_536, "\(entries)")
    }

    /// Where the end is near in time, one connection brings all.
    @Test func aFastServerIsAskedOnce() async throws {
        let (bytes, _) = try movie(padding: 100_000)
        let rig = StreamRig()
        rig.server.route(
            "/a.m4a", serving: Content(bytes, type: "audio/mp4", etag: "\"one\""))
        let stream = try await rig.makeStream("/a.m4a", type: "audio/mp4")
        let player = PlayerRig()
        try await player.engine.load(
            PlayerItem(source: StreamByteSource(stream)), intent: .play)
        try await player.wait(for: .ended)
        try await player.engine.stop()
        await stream.close()
        let resent = rig.server.log.sentBytes(of: "/a.m4a") - bytes.count
        #expect(resent <= 2 * 65_536)
        #expect(rig.server.log.entries(of: "/a.m4a").count <= 3)
    }
}
