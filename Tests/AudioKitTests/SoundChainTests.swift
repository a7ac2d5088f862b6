import AudioKit
@preconcurrency import Glibc
import Testing

@Suite struct SoundChainTests {
    private let format = AudioFormat(sampleRate: 8000, channelCount: 1)

    private func run(
        _ samples: [Float], _ settings: SoundSettings, chunk: Int = 700
    ) -> (output: [Float], joints: [SoundChain.Joint]) {
        let chain = SoundChain(
            format: format, settings: settings, meter: LoudnessMeter(format: format))
        var output: [Float] = []
        var joints: [SoundChain.Joint] = []
        func drain() {
            joints += chain.takeJoints()
            chain.read { ready in
                output += ready
                return ready.count
            }
        }
        for start in stride(from: 0, to: samples.count, by: chunk) {
            let part = samples[start..<min(samples.count, start + chunk)]
            part.withUnsafeBufferPointer { chain.write($0) }
            drain()
        }
        chain.finish()
        drain()
        return (output, joints)
    }

    /// Half a second of sound whose values name their frames, then as much silence as asked for.
    private func speech(pauses: [Int]) -> [Float] {
        var samples: [Float] = []
        for pause in pauses {
            samples += (0..<4000).map { 0.2 + Float(samples.count + $0) * 1e-6 }
            samples += [Float](repeating: 0, count: pause)
        }
        return samples
    }

    @Test(arguments: SilenceTrimmer.Strength.allCases)
    func longPausesBecomeShort(_ strength: SilenceTrimmer.Strength) throws {
        // One second each; a tenth stays as it is.
        let input = speech(pauses: [8000, 800, 8000])
        let (output, joints) = run(input, SoundSettings(trim: strength))
        let kept = ["low": 2400, "medium": 1600, "high": 640]
        let wanted = try 3 * 4000 + 800 + 2 * #require(kept[strength.rawValue])
        #expect(abs(output.count - wanted) <= 200)
        #expect(joints.count == 2)
        // Every sound is there, once, and the joints tell where it came from.
        let sounds = output.filter { $0 > 0.19 }
        #expect(sounds == input.filter { $0 > 0.19 })
        for (index, value) in output.enumerated() where value > 0.19 {
            let joint = joints.last { $0.outputFrame <= index }
            let source = joint.map { $0.inputFrame + index - $0.outputFrame } ?? index
            if input[source] != value {
                Issue.record("frame \(index) is not frame \(source)")
                break
            }
        }
    }

    @Test func aQuietSpeakerIsNoSilence() {
        let input = speech(pauses: [4000, 4000]).map { $0 * 0.02 }
        let (output, _) = run(input, SoundSettings(trim: .high))
        #expect(output.filter { $0 > 0.003 } == input.filter { $0 > 0.003 })
    }

    @Test func jointsCountInOutputFramesAtAnySpeed() throws {
        let input = speech(pauses: [8000, 8000])
        let (output, joints) = run(input, SoundSettings(speed: 2, trim: .medium))
        let last = try #require(joints.last)
        // What follows the last joint is what is left of the input, at half its length.
        let rest = Double(input.count - last.inputFrame) / 2
        #expect(abs(Double(output.count - last.outputFrame) - rest) <= 2)
    }

    @Test func loudnessComesToItsTarget() throws {
        // A quiet voice-like tone for twenty seconds.
        let input = (0..<(8000 * 20)).map { Float(0.08 * sin(Double($0) * 0.7)) }
        let (output, _) = run(input, SoundSettings(normalizesLoudness: true))
        #expect(output.count == input.count)
        let meter = LoudnessMeter(format: format)
        output.suffix(8000 * 5).withUnsafeBufferPointer { meter.write($0) }
        #expect(abs(try #require(meter.integrated) - LoudnessNormalizer.target) < 0.5)
    }

    @Test func neutralSettingsChangeNothing() {
        #expect(SoundSettings().isNeutral)
        #expect(!SoundSettings(speed: 1.1).isNeutral)
    }
}

@Suite struct LoudnessMeterTests {
    private func tone(decibels: Double, seconds: Int, rate: Int) -> [Float] {
        let peak = pow(10, decibels / 20)
        return (0..<(seconds * rate)).flatMap { frame in
            let value = Float(peak * sin(2 * .pi * 1000 * Double(frame) / Double(rate)))
            return [value, value]
        }
    }

    /// EBU Tech 3341, cases 1 and 2: a stereo tone of 1 kHz has its level in LUFS.
    @Test(arguments: [-23.0, -33.0], [44_100, 48_000])
    func toneHasItsLevel(decibels: Double, rate: Int) throws {
        let meter = LoudnessMeter(format: AudioFormat(sampleRate: rate, channelCount: 2))
        let samples = tone(decibels: decibels, seconds: 3, rate: rate)
        samples.withUnsafeBufferPointer { meter.write($0) }
        #expect(abs(try #require(meter.integrated) - decibels) < 0.1)
    }

    /// Case 3, shortened: what is 13 below the rest does not count.
    @Test func quietPartsAreGated() throws {
        let meter = LoudnessMeter(format: AudioFormat(sampleRate: 16_000, channelCount: 2))
        for (level, seconds) in [(-36.0, 2), (-23.0, 10), (-36.0, 2)] {
            tone(decibels: level, seconds: seconds, rate: 16_000)
                .withUnsafeBufferPointer { meter.write($0) }
        }
        #expect(abs(try #require(meter.integrated) + 23) < 0.15)
    }

    @Test func silenceHasNone() {
        let meter = LoudnessMeter(format: AudioFormat(sampleRate: 8000, channelCount: 1))
        [Float](repeating: 0, count: 80_000).withUnsafeBufferPointer { meter.write($0) }
        #expect(meter.integrated == nil)
    }
}

@Suite struct PeakLimiterTests {
    private func limit(_ samples: [Float]) -> [Float] {
        let limiter = PeakLimiter(format: AudioFormat(sampleRate: 8000, channelCount: 1))
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: 333) {
            samples[start..<min(samples.count, start + 333)]
                .withUnsafeBufferPointer { limiter.write($0) }
            limiter.read { output += $0 }
        }
        limiter.finish()
        limiter.read { output += $0 }
        return output
    }

    @Test func whatIsBelowTheCeilingPassesUntouched() {
        let samples = (0..<8000).map { Float(0.5 * sin(Double($0) * 0.3)) }
        #expect(limit(samples) == samples)
    }

    @Test func peaksStayUnderTheCeilingWithoutAStep() {
        let samples = (0..<8000).map { frame in
            Float((frame > 3000 && frame < 5000 ? 2.5 : 0.3) * sin(Double(frame) * 0.3))
        }
        let output = limit(samples)
        #expect(output.count == samples.count)
        #expect(output.allSatisfy { abs($0) <= 0.891 })
        let gains = zip(output, samples).filter { abs($0.1) > 0.05 }.map { $0.0 / $0.1 }
        let steps = zip(gains, gains.dropFirst()).map { abs($0 - $1) }
        #expect((steps.max() ?? 1) < 0.12)
    }

    /// Between samples of a tone at a quarter of the rate stand peaks 3 dB above them.
    @Test(arguments: [0.25, 0.31, 0.18])
    func peaksBetweenSamplesCount(frequency: Double) {
        let samples = (0..<8000).map { frame in
            Float(1.2 * sin(2 * .pi * (frequency * Double(frame) + 0.125)))
        }
        let output = limit(samples)
        #expect(output.count == samples.count)
        let peak = truePeak(output)
        #expect(peak <= 0.89 * 1.03, "\(peak)")
        #expect(peak > 0.8)
    }

    /// The last frames are still in the filter when the end comes.
    @Test func aPeakAtTheVeryEndIsTurnedDown() {
        let quiet = [Float](repeating: 0, count: 4000)
        let output = limit(quiet + [0.1, 0.86, 0.86, 0.1])
        #expect(output.count == 4004)
        #expect(output[4001] < 0.8)
    }

    /// By a sum of sines over 64 samples on each side, eight points between two.
    private func truePeak(_ samples: [Float]) -> Double {
        var peak = 0.0
        for start in stride(from: 1000, to: 1200, by: 1) {
            for phase in 0..<8 {
                let place = Double(start) + Double(phase) / 8
                let value = (start - 64...start + 64).reduce(0.0) { sum, index in
                    let distance = place - Double(index)
                    let sinc = distance == 0 ? 1 : sin(.pi * distance) / (.pi * distance)
                    let window = 0.5 + 0.5 * cos(.pi * distance / 65)
                    return sum + Double(samples[index]) * sinc * window
                }
                peak = max(peak, abs(value))
            }
        }
        return peak
    }
}
