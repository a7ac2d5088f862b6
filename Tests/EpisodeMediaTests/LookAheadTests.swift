import ColumnModel
import ColumnStore
import EpisodeMedia
import TestSupport
import Testing

/// A stream that is only heard is fetched so far ahead and no further; counted by what the server sends.
@Suite struct LookAheadTests {
    private static let size = 24 << 20
    private static let bytes = FakeMP3.bytes(count: size, seed: 77)
    /// 128 kbit/s for two minutes.
    private static let rate = 16_000.0
    private static let ahead = Duration.seconds(120)
    private static let window = 1_920_000
    /// What kernels on both sides hold of a connection whose reader pauses.
    private static let inKernels = 6 << 20

    private static let content = Content(bytes, etag: "\"one\"")

    private func open(_ harness: MediaHarness, _ episode: Episode) async throws -> MediaStream {
        let stream = try await MediaStream(
            of: episode, with: harness.makeFetcher(), lookAhead: Self.ahead)
        stream.expectUse(bytesPerSecond: Self.rate)
        return stream
    }

    /// Waits until the server has sent nothing for a while, which is what is to be shown.
    private func settled(_ harness: MediaHarness) async throws -> Int {
        var last = -1
        var same = 0
        while same < 5 {
            try await Task.sleep(for: .milliseconds(60))
            let sent = harness.server.log.sentBytes(of: "/a.mp3")
            same = sent == last ? same + 1 : 0
            last = sent
        }
        return last
    }

    @Test func noMoreThanTheWindowIsSent() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", serving: Self.content)
        let episode = try await harness.addEpisode("/a.mp3")
        let stream = try await open(harness, episode)
        #expect(try await harness.read(stream, 0..<100_000).get() == Array(Self.bytes[..<100_000]))
        let first = try await settled(harness)
        #expect(first >= Self.window && first < Self.window + Self.inKernels)
        #expect(stream.isSated)
        let held = stream.availableRanges
        #expect(held.count == 1 && (held.first?.upperBound ?? 0) < Self.window + 700_000)
        // As far as it is heard it goes on, on the same connection and without a byte twice.
        let far = Int64(5 << 20)
        _ = try await harness.read(stream, 100_000..<far).get()
        let second = try await settled(harness)
        #expect(
            second >= Int(far) + Self.window && second < Int(far) + Self.window + Self.inKernels)
        // A place that is held touches no network.
        let before = harness.server.log.entries.count
        _ = try await harness.read(stream, 1_000_000..<1_200_000).get()
        #expect(harness.server.log.entries.count == before && before == 1)
        await stream.close()
    }

    /// The frames of what has come are counted up to its end: that must not draw the window on.
    @Test func aLookAtWhatIsHeldMovesNothing() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", serving: Self.content)
        let stream = try await open(harness, harness.addEpisode("/a.mp3"))
        _ = try await harness.read(stream, 0..<1_000).get()
        let before = try await settled(harness)
        let held = try #require(stream.availableRanges.first)
        _ = try await harness.read(stream, 1_000..<held.upperBound, isSurvey: true).get()
        #expect(try await settled(harness) == before)
        #expect(stream.availableRanges == [held])
        await stream.close()
    }

    @Test func whoeverListensFasterGetsMore() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", serving: Self.content)
        let stream = try await open(harness, harness.addEpisode("/a.mp3"))
        stream.expectUse(bytesPerSecond: Self.rate * 4)
        _ = try await harness.read(stream, 0..<1_000).get()
        let sent = try await settled(harness)
        #expect(sent >= 4 * Self.window && sent < 4 * Self.window + Self.inKernels)
        await stream.close()
    }

    /// Servers close connections that stand still: it is asked for the rest, and nobody notices.
    @Test func aConnectionThatIsClosedMeanwhileIsNoFailure() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3") { request in
            let response = Response.serving(Self.content, to: request)
            return request.number == 1 ? response.adding(.reset(after: 3 << 20)) : response
        }
        let stream = try await open(harness, harness.addEpisode("/a.mp3"))
        _ = try await harness.read(stream, 0..<100_000).get()
        _ = try await settled(harness)
        let end = Int64(10 << 20)
        let heard = try await harness.read(stream, 100_000..<end).get()
        let isEqual = heard.elementsEqual(Self.bytes[100_000..<Int(end)])
        #expect(isEqual)
        let entries = harness.server.log.entries
        #expect(entries.count == 2)
        #expect((entries.last?.request.rangeStart ?? 0) >= (3 << 20) - 2 * FaultCase.overlap)
        await stream.close()
    }

    /// A seek opens a range elsewhere, also ahead of it only so far; the hole behind it is left.
    @Test func aSeekHasAWindowOfItsOwn() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", serving: Self.content)
        let stream = try await open(harness, harness.addEpisode("/a.mp3"))
        _ = try await harness.read(stream, 0..<1_000).get()
        _ = try await settled(harness)
        let place = Int64(20 << 20)
        _ = try await harness.read(stream, place..<(place + 1_000)).get()
        _ = try await settled(harness)
        let held = stream.availableRanges
        #expect(held.count == 2)
        #expect((held.last?.upperBound ?? 0) < Int64(Self.size))
        #expect(held.last?.lowerBound ?? 0 >= place - 70_000)
        await stream.close()
    }

    /// Once a download was asked for, as by another process, the whole file comes.
    @Test func aDownloadThatIsAskedForMeanwhileTakesAll() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", serving: Self.content)
        let episode = try await harness.addEpisode("/a.mp3")
        let stream = try await open(harness, episode)
        _ = try await harness.read(stream, 0..<1_000).get()
        _ = try await settled(harness)
        #expect(!stream.isComplete)
        let changes = harness.store.changeStream()
        try await harness.store.requestMedia([episode.id])
        for await change in changes where change == .audio(episode.id) {
            if try await harness.store.episode(episode.id)?.audio.state == .complete { break }
        }
        await stream.close()
        #expect(harness.server.log.sentBytes(of: "/a.mp3") <= Self.size + FaultCase.overlap)
    }

    @Test func withoutALimitAllComes() async throws {
        let harness = try MediaHarness()
        harness.server.route("/a.mp3", serving: Self.content)
        let episode = try await harness.addEpisode("/a.mp3")
        let changes = harness.store.changeStream()
        let stream = try await MediaStream(of: episode, with: harness.makeFetcher())
        _ = try await harness.read(stream, 0..<1_000).get()
        for await change in changes where change == .audio(episode.id) {
            if try await harness.store.episode(episode.id)?.audio.state == .complete { break }
        }
        await stream.close()
        #expect(harness.server.log.entries.count == 1)
    }
}
