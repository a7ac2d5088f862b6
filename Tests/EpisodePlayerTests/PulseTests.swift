import AudioKit
import EpisodePlayer
import TestSupport
import Testing

/// Plays through a real PulseAudio server; each heard frame names itself.
@Suite(
    .enabled(if: PulseRig.isInstalled, "pulseaudio and pulseaudio-utils are not installed"),
    .serialized)
struct PulseTests {
    private func makeRig(_ pulse: PulseRig) -> PlayerRig {
        let address = pulse.address
        return PlayerRig {
            $0.makeOutputs = { [PulseOutput(server: address)] }
            $0.positionInterval = .milliseconds(20)
        }
    }

    private func item(_ pulse: PulseRig, seconds: Int = 20) throws -> PlayerItem {
        pulse.home.write(CodedSound.wav(seconds: seconds), to: "coded.wav")
        return try PlayerItem(source: FileByteSource(path: pulse.home.path("coded.wav")))
    }

    /// The runs of untouched frames, each by its first and last number.
    private func runs(_ capture: [(left: Int16, right: Int16)]) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for number in capture.lazy.map(CodedSound.number) {
            guard let number else { continue }
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.filter { $0.count > 100 }
    }

    @Test func everyFrameIsHeardOnceAndTheEndIsReached() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse, seconds: 2), intent: .play)
        try await rig.wait(for: .ended)
        try await pulse.waitForCapture(frames: 20_000)
        #expect(runs(pulse.capture) == [0...88_199])
    }

    @Test func pauseFadesAndResumeGoesOnWithTheNextFrame() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse), intent: .play)
        try await rig.wait(untilHeard: .seconds(1))
        try await rig.engine.pause()
        let position = rig.engine.position
        try await pulse.waitForCapture(frames: 20_000)
        let heard = try #require(runs(pulse.capture).last)
        let fade = 44_100 / 125
        let exact = AudioFormat(sampleRate: 44_100, channelCount: 2).frames(in: position)
        // What was heard untouched ends where the fade begins, and the position where it ends.
        #expect(abs(Int(exact) - fade - heard.upperBound) < fade)
        #expect(largestStep(pulse.capture.suffix(30_000)) < 400)
        try await rig.engine.play()
        try await rig.wait(untilHeard: position + .seconds(1))
        try await rig.engine.pause()
        try await pulse.waitForCapture(frames: 20_000)
        let after = runs(pulse.capture)
        #expect(after.count == 2)
        let resumed = try #require(after.last)
        #expect(abs(resumed.lowerBound - Int(exact) - fade) < fade)
    }

    @Test func seekIsHeardFromItsFrameOn() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(500))
        try await rig.engine.seek(to: .seconds(10))
        try await rig.wait(untilHeard: .milliseconds(10_500))
        try await rig.engine.pause()
        try await pulse.waitForCapture(frames: 20_000)
        let heard = runs(pulse.capture)
        #expect(heard.count == 2)
        let start = try #require(heard.last).lowerBound
        #expect((441_000...(441_000 + 400)).contains(start))
    }

    /// Two files through the device: in what it plays, frame follows frame.
    @Test func twoFilesJoinWithoutAGap() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        let whole = CodedSound.wav(seconds: 4)
        let half = 2 * 44_100 * 4
        let head = Array(whole[..<40])
        let size = (0..<4).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
        pulse.home.write(head + size + whole[44..<(44 + half)], to: "one.wav")
        pulse.home.write(head + size + whole[(44 + half)...], to: "two.wav")
        let second = try PlayerItem(source: FileByteSource(path: pulse.home.path("two.wav")))
        try await rig.engine.load(
            PlayerItem(source: FileByteSource(path: pulse.home.path("one.wav"))), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(500))
        try await rig.engine.prepare(second)
        try await rig.wait(forEvent: .ended)
        let count = rig.events.value.count
        try await rig.engine.load(second, intent: .play)
        try await rig.wait(forEvent: .ended, after: count)
        try await pulse.waitForCapture(frames: 20_000)
        #expect(runs(pulse.capture) == [0...176_399])
    }

    /// A fade is heard from now on, not when the server's buffer is empty.
    @Test func aRampIsHeardAtOnce() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        let level = [Int16](repeating: 16_000, count: 44_100 * 2 * 8)
        pulse.home.write(WAVFile.bytes(level, rate: 44_100, channels: 2), to: "level.wav")
        try await rig.engine.load(
            PlayerItem(source: FileByteSource(path: pulse.home.path("level.wav"))), intent: .play)
        try await rig.wait(untilHeard: .seconds(1))
        let begin = rig.engine.position
        try await rig.engine.ramp(to: 0, over: .seconds(1))
        try await rig.wait(forEvent: .notice(.rampEnded(gain: 0)))
        try await rig.engine.pause()
        try await pulse.waitForCapture(frames: 20_000)
        let heard = pulse.capture.drop { $0.left == 0 }
        let full = heard.prefix { $0.left >= 15_990 }.count
        let expected = Int(begin / .seconds(1) * 44_100)
        // What the device holds already is heard as it was: some hundredths of a second.
        #expect((expected - 100...expected + 3_500).contains(full), "\(full) of \(expected)")
        let fall = heard.dropFirst(full + 800).prefix { $0.left > 0 }
        #expect(zip(fall, fall.dropFirst()).allSatisfy { $0.left >= $1.left })
        #expect(largestStep(pulse.capture[...]) < 16_001)
    }

    @Test func aNewDeviceAndAMoveByTheListenerPauseNothing() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(300))
        try await pulse.run(
            "pactl", ["load-module", "module-null-sink", "sink_name=second", "norewinds=1"])
        let inputs = try await pulse.run("pactl", ["list", "short", "sink-inputs"])
        let number = String(inputs.output.prefix { $0.isNumber })
        try await pulse.run("pactl", ["move-sink-input", number, "second"])
        try await pulse.run("pactl", ["set-sink-volume", "second", "50%"])
        let place = rig.engine.position
        try await rig.wait(untilHeard: place + .seconds(1))
        #expect(rig.engine.snapshot.state == .playing)
    }

    @Test func aCallPausesTheStateAndItsEndResumes() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(300))
        let call = try pulse.start(
            "pacat", ["--property=media.role=phone", "--format=s16le", "/dev/zero"])
        try await rig.wait(forEvent: .notice(.interrupted(.call)))
        #expect(rig.engine.snapshot.state == .paused)
        #expect(rig.engine.snapshot.intent == .play)
        let count = rig.events.value.count
        call.send(15)
        try await rig.wait(forEvent: .notice(.interruptionEnded), after: count)
        try await rig.wait(for: .playing, after: count)
    }

    @Test func aPulledPlugPausesForGood() async throws {
        let pulse = try await PulseRig()
        try await pulse.run("pactl", ["load-module", "module-rescue-streams"])
        let loaded = try await pulse.run(
            "pactl", ["load-module", "module-null-sink", "sink_name=phones", "norewinds=1"])
        let module = loaded.output.filter(\.isNumber)
        try await pulse.run("pactl", ["set-default-sink", "phones"])
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(100))
        try await pulse.run("pactl", ["unload-module", module])
        try await rig.wait(forEvent: .notice(.interrupted(.deviceRemoved)))
        #expect(rig.engine.snapshot.state == .paused)
        #expect(rig.engine.snapshot.intent == .pause)
        // On the other device it goes on when asked.
        let count = rig.events.value.count
        try await rig.engine.play()
        try await rig.wait(for: .playing, after: count)
    }

    /// A server that hangs takes nothing and says nothing; every command returns all the same.
    @Test(.timeLimit(.minutes(1)))
    func aServerThatHangsHoldsNobodyUp() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(300))
        pulse.server.send(19)
        try await rig.engine.pause()
        #expect(rig.engine.snapshot.state == .paused)
        try await rig.engine.seek(to: .seconds(5))
        try await rig.engine.play()
        try await rig.engine.stop()
        #expect(rig.engine.snapshot.state == .idle)
        pulse.server.send(18)
    }

    @Test func aDeadServerPausesAndANewOneGoesOn() async throws {
        let pulse = try await PulseRig()
        let rig = makeRig(pulse)
        try await rig.engine.load(item(pulse), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(300))
        let before = rig.engine.position
        pulse.server.send(9)
        try await rig.events.wait(for: "an interruption", within: .seconds(60)) { events in
            events.contains { if case .notice(.interrupted) = $0 { true } else { false } }
        }
        let snapshot = rig.engine.snapshot
        #expect(snapshot.state == .paused && snapshot.intent == .play)
        #expect(snapshot.position >= before)
        try await rig.engine.pause()
        #expect(rig.engine.snapshot.intent == .pause)
    }

    private func largestStep(_ capture: ArraySlice<(left: Int16, right: Int16)>) -> Int {
        zip(capture, capture.dropFirst()).map { abs(Int($0.left) - Int($1.left)) }
            .filter { $0 < CodedSound.period - 1000 }.max() ?? 0
    }
}
