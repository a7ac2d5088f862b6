import AudioKit
import EpisodeMedia
import EpisodePlayer
import TestSupport
import Testing

/// A show whose file is made anew with other advertisements, between two sessions or in one.
@Suite struct ChangedFileTests {
    private static let show = FakeMP3.bytes(count: 6000 * FakeMP3.frameSize, seed: 1)
    private static let frameLength = 1152.0 / 44_100

    private static func file(advertisement frames: Int, seed: UInt64) -> [UInt8] {
        FakeMP3.bytes(count: frames * FakeMP3.frameSize, seed: seed) + show
    }

    private static let old = file(advertisement: 400, seed: 2)
    /// The show begins 900 frames later, 23.5 s.
    private static let new = file(advertisement: 1300, seed: 3)
    private static let shift = Duration.seconds(900 * frameLength)

    private func change(_ rig: PlayerRig) async throws -> (place: Duration, by: PlaceEvidence) {
        try await rig.events.wait(for: "a change", within: .seconds(60)) { events in
            events.contains { if case .notice(.mediaChanged) = $0 { true } else { false } }
        }
        let found = rig.events.value.compactMap { event -> (Duration, PlaceEvidence)? in
            if case .notice(.mediaChanged(let place, let by)) = event { (place, by) } else { nil }
        }
        return try #require(found.first)
    }

    /// Plays paused to a place, and gives what would be kept of it.
    private func keep(
        _ source: any ByteSource, at place: Duration
    ) async throws -> FrameFingerprint {
        let rig = PlayerRig()
        try await rig.engine.load(PlayerItem(source: source, start: place), intent: .pause)
        try await rig.wait(for: .ready)
        // Nothing tells when it is there; to ask without a pause would take the machine from those
        // who make it.
        while rig.engine.fingerprint(at: place) == nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        return try #require(rig.engine.fingerprint(at: place))
    }

    private func isNear(_ place: Duration, _ expected: Duration) -> Bool {
        abs((place - expected) / .milliseconds(1)) < 2
    }

    @Test func aReplacedFileGoesOnAtTheSameSound() async throws {
        let home = TemporaryHome()
        home.write(Self.old, to: "old.mp3")
        home.write(Self.new, to: "new.mp3")
        let place = Duration.milliseconds(60_020)
        let kept = try await keep(FileByteSource(path: home.path("old.mp3")), at: place)
        let rig = PlayerRig()
        // It begins a little before the place, as the rewinding on resume wants it.
        try await rig.engine.load(
            PlayerItem(
                source: FileByteSource(path: home.path("new.mp3")), start: place - .seconds(3),
                fingerprint: kept), intent: .pause)
        try await rig.wait(for: .ready)
        let (found, by) = try await change(rig)
        #expect(by == .frames)
        #expect(isNear(found, place - .seconds(3) + Self.shift))
        #expect(isNear(rig.engine.position, place - .seconds(3) + Self.shift))
        #expect(rig.engine.snapshot.placeEvidence == .frames)
        // A seek of the user leaves the mark, and goes where it says.
        try await rig.engine.seek(to: .seconds(10))
        try await rig.wait(forEvent: .seeked(.seconds(10)))
    }

    @Test func theSameFileSaysNothing() async throws {
        let home = TemporaryHome()
        home.write(Self.old, to: "old.mp3")
        let place = Duration.seconds(60)
        let kept = try await keep(FileByteSource(path: home.path("old.mp3")), at: place)
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(
                source: FileByteSource(path: home.path("old.mp3")), start: place,
                fingerprint: kept), intent: .pause)
        try await rig.wait(for: .ready)
        #expect(rig.engine.position == place)
        #expect(rig.engine.snapshot.placeEvidence == nil)
    }

    @Test func anotherShowGoesOnByTimeAndSaysSo() async throws {
        let home = TemporaryHome()
        home.write(Self.old, to: "old.mp3")
        home.write(FakeMP3.bytes(count: 5000 * FakeMP3.frameSize, seed: 77), to: "new.mp3")
        let place = Duration.seconds(60)
        let kept = try await keep(FileByteSource(path: home.path("old.mp3")), at: place)
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(
                source: FileByteSource(path: home.path("new.mp3")), start: place,
                fingerprint: kept), intent: .pause)
        try await rig.wait(for: .ready)
        let (found, by) = try await change(rig)
        #expect(by == .time)
        #expect(found == place)
    }

    /// The second session finds another version on the server, and none of the first on the disk.
    @Test func aStreamOfTheNextSessionIsFoundByItsFrames() async throws {
        let rig = StreamRig()
        rig.server.route("/old.mp3", serving: Content(Self.old, etag: "\"one\""))
        rig.server.route("/new.mp3", serving: Content(Self.new, etag: "\"two\""))
        let place = Duration.milliseconds(60_020)
        let first = try await rig.makeStream("/old.mp3")
        let kept = try await keep(StreamByteSource(first), at: place)
        await first.close()
        let second = try await rig.makeStream("/new.mp3")
        let player = PlayerRig()
        try await player.engine.load(
            PlayerItem(source: StreamByteSource(second), start: place, fingerprint: kept),
            intent: .pause)
        let (found, by) = try await change(player)
        #expect(by == .frames)
        #expect(isNear(found, place + Self.shift))
        try await player.wait(for: .ready)
        #expect(isNear(player.engine.position, place + Self.shift))
        try await player.engine.stop()
        await second.close()
    }

    /// The version changes on the server while the first half of it plays.
    @Test func aChangeWhilePlayingIsFoundByItsFrames() async throws {
        let rig = StreamRig()
        let isFirst = Watched(true)
        let gate = Gate()
        let old = Content(Self.old, etag: "\"one\"")
        let new = Content(Self.new, etag: "\"two\"")
        let middle = Int64(3000 * FakeMP3.frameSize)
        rig.server.route("/a.mp3") { request in
            let wasFirst = isFirst.update { value in
                defer { value = false }
                return value
            }
            return wasFirst
                ? Response.serving(old, to: request).adding(.hold(after: Int(middle), gate))
                    .adding(.reset(after: Int(middle) + 1))
                : .serving(new, to: request)
        }
        let stream = try await rig.makeStream("/a.mp3")
        let player = PlayerRig()
        try await player.engine.load(
            PlayerItem(source: StreamByteSource(stream), start: .seconds(70)), intent: .play)
        try await player.wait(for: .playing)
        gate.open()
        let (found, by) = try await change(player)
        #expect(by == .frames)
        // All that was heard of the old version stands in it before the cut.
        #expect(found > .seconds(70) + Self.shift)
        #expect(found < .seconds(3000 * Self.frameLength) + Self.shift)
        try await player.wait(for: .ended)
        #expect(isNear(player.engine.position, .seconds(7300 * Self.frameLength)))
        try await player.engine.stop()
        await stream.close()
    }
}
