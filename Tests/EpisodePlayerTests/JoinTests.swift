import AudioKit
import EpisodePlayer
import TestSupport
import Testing

/// Two files, one behind the other without a gap.
@Suite struct JoinTests {
    /// A file in which each frame names itself, beginning with a number.
    private func item(
        _ home: TemporaryHome, _ name: String, from first: Int, seconds: Double, rate: Int = 44_100
    ) throws -> PlayerItem {
        let samples = (0..<Int(seconds * Double(rate))).flatMap { index -> [Int16] in
            let number = first + index
            return [
                Int16(number % CodedSound.period + 1000), Int16(number / CodedSound.period + 1),
            ]
        }
        home.write(WAVFile.bytes(samples, rate: rate, channels: 2), to: name)
        return try PlayerItem(source: FileByteSource(path: home.path(name)))
    }

    private func numbers(_ rig: PlayerRig) -> [Int] {
        let samples = rig.samples
        return stride(from: 0, to: samples.count - 1, by: 2).compactMap {
            CodedSound.number((samples[$0], samples[$0 + 1]))
        }
    }

    @Test func theNextFileFollowsFrameByFrame() async throws {
        let home = TemporaryHome()
        let rig = PlayerRig { $0.joinPatience = .seconds(60) }
        let first = try item(home, "a.wav", from: 0, seconds: 1.5)
        let second = try item(home, "b.wav", from: 66_150, seconds: 1)
        try await rig.engine.load(first, intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.prepare(second)
        try await rig.engine.play()
        try await rig.wait(forEvent: .ended)
        #expect(rig.engine.snapshot.position == .milliseconds(1500))
        let count = rig.events.value.count
        try await rig.engine.load(second, intent: .play)
        try await rig.wait(forEvent: .ended, after: count)
        #expect(rig.engine.snapshot.position == .seconds(1))
        let isEqual = numbers(rig).elementsEqual(0..<110_250)
        #expect(isEqual)
        let states = rig.events.value.dropFirst(count).compactMap {
            if case .stateChanged(let state, _) = $0 { state } else { nil as PlayerState? }
        }
        #expect(states == [.loading, .ready, .playing, .ended])
    }

    /// The first one's end, still marked in the ring, was taken for the second one's, so that it ended at
    /// 0 unheard; a slow disk and a busy machine made that seem to be chance.
    @Test func theEndOfTheFirstIsNotTheEndOfTheSecond() async throws {
        let home = TemporaryHome()
        // The second one is open long before the first one's end, and its sound comes long after it.
        let rig = PlayerRig(clock: LeisurelyClock()) { $0.joinPatience = .seconds(60) }
        _ = try item(home, "b.wav", from: 66_150, seconds: 1)
        let source = try TrickleSource(path: home.path("b.wav"))
        source.hold(0..<1024)
        let second = PlayerItem(source: source)
        try await rig.engine.load(item(home, "a.wav", from: 0, seconds: 1.5), intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.prepare(second)
        try await rig.engine.play()
        try await rig.wait(forEvent: .ended)
        let count = rig.events.value.count
        try await rig.engine.load(second, intent: .play)
        #expect(rig.engine.snapshot.state != .ended)
        source.hold(0..<source.size)
        try await rig.wait(forEvent: .ended, after: count)
        #expect(rig.engine.snapshot.position == .seconds(1))
        let isEqual = numbers(rig).elementsEqual(0..<110_250)
        #expect(isEqual)
    }

    /// What stands in the ring behind the present file is taken out again when something else, or
    /// nothing, is to follow.
    @Test(arguments: [false, true])
    func whatFollowsChangesShortlyBeforeTheEnd(hasAnother: Bool) async throws {
        let home = TemporaryHome()
        let clock = GatedClock(stoppingAt: .milliseconds(800))
        defer { clock.open() }
        let rig = PlayerRig(clock: clock) { $0.joinPatience = .seconds(60) }
        let other = try item(home, "c.wav", from: 300_000, seconds: 0.5)
        _ = try item(home, "b.wav", from: 200_000, seconds: 1)
        let source = try TrickleSource(path: home.path("b.wav"))
        source.hold(0..<100_000)
        try await rig.engine.load(item(home, "a.wav", from: 0, seconds: 2.5), intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.prepare(PlayerItem(source: source))
        try await rig.engine.play()
        // So much of it stands in the ring by then.
        try await source.wanted.wait(for: "more of it") { $0 == 100_000 }
        try await rig.engine.prepare(hasAnother ? other : nil)
        clock.open()
        try await rig.wait(forEvent: .ended)
        let count = rig.events.value.count
        if hasAnother {
            try await rig.engine.load(other, intent: .play)
            try await rig.wait(forEvent: .ended, after: count)
        }
        let wanted = Array(0..<110_250) + (hasAnother ? Array(300_000..<322_050) : [])
        let isEqual = numbers(rig) == wanted
        #expect(isEqual)
    }

    @Test func anotherItemThanThePreparedOneIsHeardAlone() async throws {
        let home = TemporaryHome()
        let rig = PlayerRig()
        try await rig.engine.load(item(home, "a.wav", from: 0, seconds: 0.5), intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.prepare(item(home, "c.wav", from: 50_000, seconds: 0.1))
        try await rig.engine.play()
        try await rig.wait(for: .ended)
        let count = rig.events.value.count
        try await rig.engine.load(
            item(home, "b.wav", from: 100_000, seconds: 0.5), intent: .play)
        try await rig.wait(for: .ended, after: count)
        let isEqual = numbers(rig).suffix(22_050).elementsEqual(100_000..<122_050)
        #expect(isEqual)
    }

    @Test func nobodyTakesItUpAndItFallsSilent() async throws {
        let home = TemporaryHome()
        let rig = PlayerRig(clock: SteadyClock()) { $0.joinPatience = .seconds(60) }
        try await rig.engine.load(item(home, "a.wav", from: 0, seconds: 1), intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.prepare(item(home, "b.wav", from: 100_000, seconds: 20))
        try await rig.engine.play()
        try await rig.wait(forEvent: .ended)
        try await rig.engine.prepare(nil)
        let heard = numbers(rig).count
        // It can be heard again, and ends again.
        let count = rig.events.value.count
        try await rig.engine.play()
        try await rig.wait(forEvent: .ended, after: count)
        #expect(numbers(rig).count >= heard + 44_100 - 1_000)
        #expect(numbers(rig)[heard...].allSatisfy { $0 < 44_100 })
    }

    @Test func aSeekBackFromTheJointAndANewEnd() async throws {
        let home = TemporaryHome()
        let clock = GatedClock(stoppingAt: .milliseconds(500))
        defer { clock.open() }
        let rig = PlayerRig(clock: clock) { $0.joinPatience = .seconds(60) }
        _ = try item(home, "b.wav", from: 100_000, seconds: 0.5)
        let source = try TrickleSource(path: home.path("b.wav"))
        source.hold(0..<50_000)
        let second = PlayerItem(source: source)
        try await rig.engine.load(item(home, "a.wav", from: 0, seconds: 2), intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.prepare(second)
        try await rig.engine.play()
        // By then the second stands behind the first.
        try await source.wanted.wait(for: "more of it") { $0 == 50_000 }
        source.hold(0..<source.size)
        try await rig.engine.seek(to: .milliseconds(1_500))
        clock.open()
        try await rig.wait(forEvent: .ended)
        let count = rig.events.value.count
        try await rig.engine.load(second, intent: .play)
        try await rig.wait(forEvent: .ended, after: count)
        let all = numbers(rig)
        let joint = try #require(all.firstIndex { $0 >= 100_000 })
        #expect(all[joint - 1] == 88_199)
        let isEqual = all[joint...].elementsEqual(100_000..<122_050)
        #expect(isEqual)
    }

    @Test func anotherFormatIsPlayedWithItsGap() async throws {
        let home = TemporaryHome()
        let rig = PlayerRig()
        let second = try item(home, "b.wav", from: 0, seconds: 0.5, rate: 22_050)
        try await rig.engine.load(item(home, "a.wav", from: 0, seconds: 0.5), intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.prepare(second)
        try await rig.engine.play()
        try await rig.wait(forEvent: .ended)
        let count = rig.events.value.count
        try await rig.engine.load(second, intent: .play)
        try await rig.wait(forEvent: .ended, after: count)
        #expect(numbers(rig).count == 22_050 + 11_025)
    }

    @Test func whatFollowsNothingIsRefused() async throws {
        let home = TemporaryHome()
        let rig = PlayerRig()
        let file = try item(home, "a.wav", from: 0, seconds: 0.1)
        await #expect(throws: PlayerError.tooEarly(.idle)) { try await rig.engine.prepare(file) }
        try await rig.engine.prepare(nil)
    }
}
