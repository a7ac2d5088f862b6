import AudioKit
import EpisodePlayer
import TestSupport
import Testing

/// What the player says of the position, against what a sound server's sink has played.
///
/// At each pause the sink's monitor has recorded all that was heard; the sound's last beginning at a
/// whole second of media time, and the time since, tell the place.
@Suite(
    .enabled(if: PulseRig.isInstalled, "pulseaudio and pulseaudio-utils are not installed"),
    .serialized)
struct PulsePositionTests {
    private static let rate = 44_100

    @Test(arguments: [1.6, 2.75])
    func staysWithinTwentyMilliseconds(speed: Double) async throws {
        let pulse = try await PulseRig()
        let address = pulse.address
        let rig = PlayerRig {
            $0.makeOutputs = { [PulseOutput(server: address)] }
            $0.positionInterval = .milliseconds(20)
            $0.speed = speed
        }
        let source = ClickSource(seconds: 300, sampleRate: Self.rate, share: 0.8)
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        var errors: [Double] = []
        var second = 1
        var underruns = 0
        // About a dozen seconds of sound; a pause that comes late, on a busy machine, tells nothing.
        for _ in 0..<16 where errors.count < 5 {
            second += 4
            try await rig.wait(untilHeard: .seconds(second) + .milliseconds(350))
            try await rig.engine.pause()
            let position = rig.engine.position / .seconds(1)
            let hasRunDry = rig.engine.snapshot.underrunCount != underruns
            underruns = rig.engine.snapshot.underrunCount
            try await pulse.waitForCapture(frames: 20_000)
            let since = timeSinceBeginning(pulse.lastFrames(6 * Self.rate), speed)
            try await rig.engine.play()
            second = Int(position.rounded(.up))
            let place = position - position.rounded(.down)
            guard let since, !hasRunDry, place > 0.1, place < 0.75 else { continue }
            errors.append((place - since) * 1000)
        }
        try await rig.engine.stop()
        #expect(errors.count >= 3)
        // A gap in the sink's own sound, on a machine with far more to do than it can, looks like the
        // beginning of a second: one may be spoilt by it.
        #expect(errors.filter { abs($0) > 20 }.count <= 1, "\(errors)")
        #expect(errors.filter { abs($0) <= 10 }.count >= 3, "\(errors)")
    }

    /// Media time from the last beginning of the sound to its end; nil where it began with a resume.
    private func timeSinceBeginning(_ capture: [Int16], _ speed: Double) -> Double? {
        guard let end = capture.lastIndex(where: { abs(Int($0)) > 8 }) else { return nil }
        var begin = end
        var quiet = 0
        var index = end
        while index > 0, quiet < Self.rate / 50 {
            if abs(Int(capture[index])) > 2_000 {
                begin = index
                quiet = 0
            } else {
                quiet += 1
            }
            index -= 1
        }
        guard index > 0 else { return nil }
        return Double(end + 1 - begin) / Double(Self.rate) * speed
    }
}
