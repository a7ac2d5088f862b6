import AudioKit
import EpisodePlayer
import TestSupport
import Testing

/// The gain that a sleep timer moves, as it stands in recorded samples.
@Suite struct RampTests {
    private static let level: Int16 = 20_000

    /// A second gain is best seen on samples that are all the same.
    private func item(_ home: TemporaryHome, seconds: Int, channels: Int = 1) throws -> PlayerItem {
        let samples = [Int16](repeating: Self.level, count: seconds * 8_000 * channels)
        home.write(WAVFile.bytes(samples, rate: 8_000, channels: channels), to: "\(channels).wav")
        return try PlayerItem(source: FileByteSource(path: home.path("\(channels).wav")))
    }

    private func makeRig() -> PlayerRig {
        PlayerRig(clock: SteadyClock()) { $0.positionInterval = .milliseconds(20) }
    }

    @Test func fallsSampleBySampleAndIsOneAfterThePause() async throws {
        let home = TemporaryHome()
        let rig = makeRig()
        try await rig.engine.load(item(home, seconds: 150), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(100))
        try await rig.engine.ramp(to: 0, over: .milliseconds(500))
        try await rig.wait(forEvent: .notice(.rampEnded(gain: 0)))
        #expect(rig.engine.snapshot.rampGain == 0)
        try await rig.engine.pause()
        #expect(rig.engine.snapshot.rampGain == 1)
        let samples = rig.samples
        let first = try #require(samples.firstIndex { $0 < Self.level - 1 })
        let last = try #require(samples.firstIndex(of: 0))
        // The null output takes blocks of 40 ms, and what was in its hands is heard as it was.
        #expect((4_000 - 500...4_010).contains(last - first))
        let fall = samples[first...last]
        // The block in hand makes one step of what was missed; the rest is one straight line.
        #expect(zip(fall.dropFirst(), fall.dropFirst(2)).allSatisfy { $0 >= $1 && $0 - $1 <= 6 })
        #expect(samples[last...].allSatisfy { $0 == 0 })
        let count = samples.count
        try await rig.engine.play()
        try await rig.wait(untilHeard: rig.engine.position + .milliseconds(100))
        try await rig.engine.stop()
        #expect(rig.samples[count...].contains(Self.level))
    }

    enum Exit: String, CaseIterable {
        case pause, stop, loadPaused, takenBack
    }

    @Test(arguments: Exit.allCases)
    func theGainIsOneAfter(_ exit: Exit) async throws {
        let home = TemporaryHome()
        let rig = makeRig()
        let item = try item(home, seconds: 150)
        try await rig.engine.load(item, intent: .play)
        try await rig.wait(untilHeard: .milliseconds(100))
        try await rig.engine.ramp(to: 0, over: .milliseconds(100))
        try await rig.wait(forEvent: .notice(.rampEnded(gain: 0)))
        switch exit {
        case .pause: try await rig.engine.pause()
        case .stop: try await rig.engine.stop()
        case .loadPaused: try await rig.engine.load(item, intent: .pause)
        case .takenBack:
            try await rig.engine.ramp(to: 1, over: .milliseconds(20))
            try await rig.wait(forEvent: .notice(.rampEnded(gain: 1)))
        }
        #expect(rig.engine.snapshot.rampGain == 1)
        let count = rig.samples.count
        let seen = rig.events.value.count
        if exit == .stop { try await rig.engine.load(item, intent: .play) }
        try await rig.engine.play()
        try await rig.events.wait(for: "sound", within: .seconds(60)) { events in
            events.dropFirst(seen).filter { if case .position = $0 { true } else { false } }.count
                > 8
        }
        try await rig.engine.pause()
        #expect(rig.samples[count...].contains(Self.level))
    }

    @Test func seeksSpeedAndTheNextFormatLeaveItOnItsWay() async throws {
        let home = TemporaryHome()
        let rig = makeRig()
        try await rig.engine.load(item(home, seconds: 150), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(100))
        try await rig.engine.ramp(to: 0.25, over: .milliseconds(50))
        try await rig.wait(forEvent: .notice(.rampEnded(gain: 0.25)))
        try await rig.engine.seek(to: .seconds(10))
        try await rig.engine.setSpeed(2)
        #expect(rig.engine.snapshot.rampGain == 0.25)
        let count = rig.events.value.count
        try await rig.engine.load(item(home, seconds: 1, channels: 2), intent: .play)
        try await rig.wait(for: .playing, after: count)
        #expect(rig.engine.snapshot.rampGain == 0.25)
        try await rig.wait(for: .ended, after: count)
        let middle = rig.samples.suffix(7_000).dropLast(2_000)
        // A machine under load may run dry meanwhile, and fade.
        #expect(middle.allSatisfy { $0 <= 5_004 })
        #expect(middle.filter { $0 >= 4_996 }.count > middle.count * 8 / 10)
        // Heard again, it is heard in full.
        try await rig.engine.play()
        #expect(rig.engine.snapshot.rampGain == 1)
    }

    @Test func isRefusedInSilenceButNotToBeTakenBack() async throws {
        let home = TemporaryHome()
        let rig = makeRig()
        try await rig.engine.load(item(home, seconds: 1), intent: .pause)
        try await rig.wait(for: .ready)
        await #expect(throws: PlayerError.self) {
            try await rig.engine.ramp(to: 0, over: .seconds(1))
        }
        try await rig.engine.ramp(to: 1, over: .zero)
        for (gain, span) in [(-0.1, Duration.zero), (1.1, .zero), (.nan, .zero), (1, .seconds(-1))]
        {
            await #expect(throws: PlayerError.self) {
                try await rig.engine.ramp(to: gain, over: span)
            }
        }
    }
}
