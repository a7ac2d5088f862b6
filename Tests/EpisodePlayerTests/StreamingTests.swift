import AudioKit
import TestSupport
import Testing

@testable import EpisodePlayer

@Suite struct StreamingTests {
    private func states(_ rig: PlayerRig) -> [PlayerState] {
        rig.events.value.compactMap {
            if case .stateChanged(let state, _) = $0 { state } else { nil }
        }
    }

    @Test func soundStartsWithASecondAndNotBefore() async throws {
        let source = try TrickleSource("speech-cbr-bare")
        let rig = PlayerRig()
        source.hold(0..<2000)
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await source.wanted.wait(for: "more bytes") { $0 ?? 0 >= 2000 }
        #expect(!states(rig).contains(.playing))
        source.hold(0..<7000)
        try await rig.wait(for: .playing)
        source.hold(0..<source.size)
        try await rig.wait(for: .ended)
        let whole = try Fixture.decoded("speech-cbr-bare")
        #expect(rig.samples == whole)
    }

    @Test func runningDryStallsAndMoreBytesGoOn() async throws {
        let source = try TrickleSource("speech-cbr-bare")
        let rig = PlayerRig(clock: SteadyClock()) {
            $0.streamThreshold = .milliseconds(200)
            $0.stallThreshold = .milliseconds(400)
        }
        source.hold(0..<3000)
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.wait(for: .playing)
        try await rig.wait(for: .stalled)
        let snapshot = rig.engine.snapshot
        #expect(snapshot.intent == .play)
        #expect(snapshot.underrunCount == 1)
        let range = try #require(snapshot.bufferedRanges.first)
        #expect(snapshot.bufferedRanges.count == 1)
        #expect(range.lowerBound == .zero && range.upperBound > .milliseconds(400))
        let count = rig.events.value.count
        source.hold(0..<source.size)
        try await rig.wait(for: .playing, after: count)
        try await rig.wait(for: .ended, after: count)
        // Nothing lost and nothing twice; the two fades are only quieter.
        #expect(try rig.samples.count == Fixture.decoded("speech-cbr-bare").count)
    }

    @Test func aPauseDuringAStallSticks() async throws {
        let source = try TrickleSource("speech-cbr-bare")
        let rig = PlayerRig(clock: SteadyClock()) { $0.streamThreshold = .milliseconds(100) }
        source.hold(0..<3000)
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.wait(for: .stalled)
        try await rig.engine.pause()
        #expect(rig.engine.snapshot.state == .paused)
        let count = rig.events.value.count
        source.hold(0..<source.size)
        try await rig.engine.perform(.setVolume(0.5))
        #expect(rig.engine.snapshot.state == .paused)
        #expect(!rig.events.value.dropFirst(count).contains(.stateChanged(.playing, .play)))
    }

    @Test func aSeekOutsideAsksForThatPlaceOnly() async throws {
        let source = try TrickleSource("speech-cbr-bare")
        let rig = PlayerRig()
        source.hold(0..<3000)
        try await rig.engine.load(PlayerItem(source: source), intent: .pause)
        try await source.wanted.wait(for: "more bytes") { $0 ?? 0 >= 3000 }
        try await rig.engine.seek(to: .seconds(3))
        // Three of four seconds at a constant rate.
        try await source.wanted.wait(for: "the place") { $0 ?? 0 > 14_000 }
        let wanted = try #require(source.wanted.value)
        #expect(wanted < 16_000)
        source.hold(0..<3000, wanted..<source.size)
        try await rig.wait(forEvent: .seeked(.seconds(3)))
        try await rig.engine.play()
        try await rig.wait(for: .ended)
        let whole = try Fixture.decoded("speech-cbr-bare")
        let start = 3 * 24_000
        let gap = zip(rig.samples.dropFirst(250), whole.dropFirst(start + 250))
            .map { abs(Int($0) - Int($1)) }.max()
        #expect(gap ?? 100 <= 1)
        #expect(rig.samples.count == whole.count - start)
    }

    @Test func aFailureIsHeardOutAndThenTold() async throws {
        let source = try TrickleSource("speech-cbr-bare")
        let rig = PlayerRig()
        source.hold(0..<12_000)
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.wait(for: .playing)
        let error = AudioError.source(code: "http-status", detail: "403")
        source.fail(error)
        try await rig.wait(for: .failed(error))
        #expect(!rig.events.value.contains(.ended))
        #expect(rig.samples.count > 40_000)
        // Playing again tries again where it stood.
        let position = rig.engine.position
        #expect(position > .seconds(1))
        source.hold(0..<source.size)
        let count = rig.events.value.count
        try await rig.engine.play()
        try await rig.wait(for: .ended, after: count)
    }

    @Test func bytesThatEndTooSoonAreNoEnd() async throws {
        let source = try TrickleSource("speech-cbr-bare", announcedLength: 30_000)
        let rig = PlayerRig()
        source.hold(0..<source.size)
        source.fail(.truncated(at: source.size, expected: 30_000))
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.wait(for: .failed(.truncated(at: source.size, expected: 30_000)))
        #expect(!rig.events.value.contains(.ended))
    }

    @Test func aStopWhileBytesAreMissingReturns() async throws {
        let source = try TrickleSource("speech-cbr-bare")
        let rig = PlayerRig()
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await source.wanted.wait(for: "the first byte") { $0 == 0 }
        try await rig.engine.stop()
        #expect(rig.engine.snapshot.state == .idle)
    }
}

@Suite struct KeepUpEstimatorTests {
    struct Case: CustomTestStringConvertible {
        let id: String
        let bytesPerHalfSecond: Int64
        let missing: Int64
        let remaining: Duration
        let ahead: Duration
        let expected: Bool
        var testDescription: String { id }
    }

    static let cases: [Case] = [
        Case(
            id: "all there", bytesPerHalfSecond: 0, missing: 0, remaining: .seconds(10),
            ahead: .seconds(10), expected: true),
        Case(
            id: "nothing comes", bytesPerHalfSecond: 0, missing: 1000, remaining: .seconds(10),
            ahead: .seconds(9), expected: false),
        Case(
            id: "rest comes in time", bytesPerHalfSecond: 10_000, missing: 100_000,
            remaining: .seconds(10), ahead: .zero, expected: true),
        Case(
            id: "faster than playing, enough ahead", bytesPerHalfSecond: 10_000,
            missing: 1_600_000, remaining: .seconds(103), ahead: .seconds(3), expected: true),
        Case(
            id: "faster than playing, nothing ahead", bytesPerHalfSecond: 10_000,
            missing: 1_700_000, remaining: .seconds(86), ahead: .zero, expected: false),
        Case(
            id: "slower than playing", bytesPerHalfSecond: 5000, missing: 1_600_000,
            remaining: .seconds(103), ahead: .seconds(3), expected: false),
    ]

    @Test(arguments: cases)
    func speedAgainstNeed(_ test: Case) {
        var estimator = KeepUpEstimator()
        for step in 0..<40 {
            estimator.note(
                heldBytes: Int64(step) * test.bytesPerHalfSecond, at: .milliseconds(step * 500))
        }
        #expect(
            estimator.isLikely(
                missingBytes: test.missing, remaining: test.remaining, ahead: test.ahead,
                threshold: .seconds(1)) == test.expected)
    }
}
