import AudioKit
import EpisodePlayer
@preconcurrency import Glibc
import TestSupport
import Testing

/// A click is a corner in the wave: where nothing has one, no second difference is large.
@Suite struct ClickTests {
    private static let rate = 8_000
    private static let peak = 20_000.0
    /// What a tone of 200 Hz has by itself; a fade adds little to it, a cut twenty times as much.
    private static let bound = Int(2.5 * peak * pow(2 * .pi * 200 / Double(rate), 2)) + 4

    enum Change: String, CaseIterable {
        case pause, seek, seekWhilePaused, speed, speedBack, trim, volume, stop
    }

    @Test(arguments: Change.allCases)
    func nothingClicks(at change: Change) async throws {
        let rig = PlayerRig(clock: LeisurelyClock()) {
            $0.positionInterval = .milliseconds(5)
            if change == .speedBack { $0.speed = 1.5 }
        }
        let engine = rig.engine
        try await engine.load(tone, intent: .play)
        for round in 1...3 {
            try await rig.wait(untilHeard: engine.position + .milliseconds(500))
            switch change {
            case .pause:
                try await engine.pause()
                try await engine.play()
            case .seek: try await engine.seek(to: .milliseconds(7_003 * round))
            case .seekWhilePaused:
                try await engine.pause()
                try await engine.seek(to: .milliseconds(7_003 * round))
                try await engine.play()
            case .speed: try await engine.setSpeed(1 + Double(round) / 2)
            case .speedBack: try await engine.setSpeed(round == 2 ? 1.5 : 1)
            case .trim: try await engine.perform(.setTrim(round == 2 ? nil : .high))
            case .volume: try await engine.perform(.setVolume(round == 2 ? 1 : 0.1))
            case .stop: break
            }
        }
        try await rig.wait(untilHeard: engine.position + .milliseconds(500))
        try await engine.stop()
        let samples = rig.samples.map(Int.init)
        #expect(samples.count > Self.rate)
        let worst =
            samples.indices.dropFirst(2).map { index in
                abs(samples[index] - 2 * samples[index - 1] + samples[index - 2])
            }.max() ?? 0
        #expect(worst <= Self.bound)
        // The end is silence, not a cut.
        #expect(abs(samples.last ?? 1000) < 100)
    }

    /// An hour, so that a slow machine meets no end.
    private var tone: PlayerItem {
        let samples = (0..<Self.rate).map { frame in
            Int16(Self.peak * sin(2 * .pi * 200 * Double(frame) / Double(Self.rate)))
        }
        return PlayerItem(source: ClickSource(seconds: 3600, repeating: samples))
    }
}
