import AudioKit
import EpisodePlayer
import TestSupport
import Testing

/// The length: measured beats the encoder's tag, which beats the feed; an estimate until measured.
@Suite struct DurationTests {
    private func lengths(_ rig: PlayerRig) -> [(length: Duration, isEstimated: Bool)] {
        rig.events.value.compactMap {
            if case .durationChanged(let length, let isEstimated) = $0 {
                (length, isEstimated)
            } else {
                nil
            }
        }
    }

    /// A stream: the feed's word, then the tag's, then what was counted when all had come.
    @Test func eachBeatsTheOneBefore() async throws {
        let source = try TrickleSource("speech-vbr-xing")
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(source: source, announcedDuration: .seconds(99)), intent: .pause)
        #expect(rig.engine.snapshot.duration == .seconds(99))
        #expect(rig.engine.snapshot.isDurationEstimated)
        source.hold(0..<20_000)
        try await rig.wait(for: .ready)
        let exact = try AudioFormat.mono22.duration(
            ofFrames: Int64(Fixture.decoded("speech-vbr-xing").count))
        // The tag is right here, and is only the encoder's word until all has come.
        #expect(rig.engine.snapshot.duration == exact)
        #expect(rig.engine.snapshot.isDurationEstimated)
        source.hold(0..<source.size)
        try await rig.engine.play()
        try await rig.wait(for: .ended)
        #expect(rig.engine.snapshot.duration == exact)
        #expect(!rig.engine.snapshot.isDurationEstimated)
        #expect(lengths(rig).map(\.isEstimated) == [true, false])
    }

    /// A file on the disk whose tag lies, as of two files that were joined.
    @Test(arguments: [0, 3])
    func aLyingTagIsCorrectedAndCutsNothingOff(start: Int) async throws {
        let home = TemporaryHome()
        let one = try #require(readFile(Fixture.path("speech-vbr-xing")))
        let other = try #require(readFile(Fixture.path("speech-vbr-bare")))
        home.write(one + other + other, to: "joined.mp3")
        let rig = PlayerRig()
        // The tag speaks of four seconds; the place is in what follows them.
        let place = Duration.seconds(start * 2)
        try await rig.engine.load(
            PlayerItem(
                source: FileByteSource(path: home.path("joined.mp3")), start: place,
                announcedDuration: .seconds(2)), intent: .play)
        try await rig.wait(for: .ended)
        let length = try #require(rig.engine.snapshot.duration)
        #expect(length > .milliseconds(11_800) && length < .milliseconds(12_300))
        #expect(!rig.engine.snapshot.isDurationEstimated)
        let heard = AudioFormat.mono22.duration(ofFrames: Int64(rig.samples.count))
        #expect(abs((heard - (length - place)) / .milliseconds(1)) < 60)
    }

    /// The same as a stream, of which only the beginning has come: places behind the tag's end exist.
    @Test func aLyingTagOfAStreamDoesNotBoundSeeks() async throws {
        let home = TemporaryHome()
        let one = try #require(readFile(Fixture.path("stereo-cbr-info")))
        home.write((0..<40).flatMap { _ in one }, to: "joined.mp3")
        let source = try TrickleSource(path: home.path("joined.mp3"))
        let rig = PlayerRig()
        source.hold(0..<12_000)
        try await rig.engine.load(PlayerItem(source: source), intent: .pause)
        try await source.wanted.wait(for: "more bytes") { $0 ?? 0 >= 12_000 }
        let before = rig.engine.snapshot.duration ?? .zero
        #expect(before > .seconds(50), "\(before)")
        try await rig.engine.seek(to: .seconds(30))
        try await source.wanted.wait(for: "the place") { $0 ?? 0 > 200_000 }
        source.hold(0..<source.size)
        try await rig.wait(forEvent: .seeked(.seconds(30)))
        try await rig.engine.play()
        try await rig.wait(for: .ended)
        #expect(rig.samples.count > 2 * 22_050 * 25)
    }
}
