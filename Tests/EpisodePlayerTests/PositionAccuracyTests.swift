import AudioKit
import EpisodePlayer
import Synchronization
import TestSupport
import Testing

/// What the player says of the position, against what is heard at that moment.
@Suite struct PositionAccuracyTests {
    struct Case: CustomTestStringConvertible {
        let speed: Double
        let trim: SilenceTrimmer.Strength?
        var testDescription: String { "\(speed)×" + (trim.map { ", trimmed \($0)" } ?? "") }
    }

    static let cases = [
        Case(speed: 1.6, trim: nil), Case(speed: 2.75, trim: nil), Case(speed: 1, trim: .high),
        Case(speed: 2.75, trim: .high),
    ]

    /// The hour is `player-bench --accuracy`: without optimization it would take minutes.
    @Test(arguments: cases)
    func staysWithinTwentyMilliseconds(_ test: Case) async throws {
        let source = ClickSource(seconds: 60)
        let listener = Mutex(ClickListener(format: source.format, speed: test.speed))
        let player = Mutex<PlayerEngine?>(nil)
        let clock = VirtualClock()
        let rig = PlayerRig {
            $0.sound = SoundSettings(speed: test.speed, trim: test.trim)
            $0.makeOutputs = {
                [
                    NullOutput(clock: clock) { block in
                        guard let position = player.withLock({ $0 })?.position else { return }
                        listener.withLock { $0.hear(block, position: position) }
                    }
                ]
            }
        }
        player.withLock { $0 = rig.engine }
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.events.wait(for: "the end", within: .seconds(120)) { $0.contains(.ended) }
        player.withLock { $0 = nil }
        let errors = listener.withLock { $0.errors }
        #expect(errors.count >= 58)
        #expect(errors.allSatisfy { abs($0) <= 20 }, "\(errors.max { abs($0) < abs($1) } ?? 0) ms")
        // Nothing adds up: the last seconds are as right as the first.
        let drift = (errors.suffix(20).reduce(0, +) - errors.prefix(20).reduce(0, +)) / 20
        #expect(abs(drift) < 5)
    }
}
