import AudioKit
import TestSupport
import Testing

/// Where nobody speaks, in sound whose pauses are known.
@Suite struct PauseFinderTests {
    private static let rate = 16_000

    /// Noise where somebody speaks, and next to nothing in between.
    private static func speech(
        _ parts: [(spoken: Double, pause: Double)], loud: Float = 0.2, hiss: Float = 0.0005,
        channels: Int = 1
    ) -> [Float] {
        var random = SeededRandom(seed: 5)
        var samples: [Float] = []
        for part in parts {
            for (seconds, level) in [(part.spoken, loud), (part.pause, hiss)] {
                for _ in 0..<Int(seconds * Double(rate)) {
                    let value = Float.random(in: -level...level, using: &random)
                    for _ in 0..<channels { samples.append(value) }
                }
            }
        }
        return samples
    }

    private static func find(_ samples: [Float], channels: Int = 1, step: Int = 1_111)
        -> [Range<Duration>]
    {
        let finder = PauseFinder(format: AudioFormat(sampleRate: rate, channelCount: channels))
        samples.withUnsafeBufferPointer { all in
            for start in stride(from: 0, to: all.count, by: step * channels) {
                finder.write(
                    UnsafeBufferPointer(
                        rebasing: all[start..<min(all.count, start + step * channels)]))
            }
        }
        finder.finish()
        return finder.pauses
    }

    /// Every pause of 0.3 s and more, to 20 ms; shorter ones are between words.
    @Test(arguments: [(Float(0.2), 1), (0.01, 1), (0.5, 2)])
    func pausesAreWhereTheyAre(_ loud: Float, _ channels: Int) {
        let parts: [(Double, Double)] = [(2, 0.5), (3, 0.15), (1.5, 1.2), (4, 0.32), (2, 0.8)]
        let found = Self.find(
            Self.speech(
                parts.map { (spoken: $0.0, pause: $0.1) }, loud: loud, hiss: loud / 200,
                channels: channels), channels: channels)
        var wanted: [ClosedRange<Double>] = []
        var time = 0.0
        for part in parts {
            time += part.0
            if part.1 >= 0.3 { wanted.append(time...(time + part.1)) }
            time += part.1
        }
        #expect(found.count == wanted.count, "\(found)")
        for (found, wanted) in zip(found, wanted) {
            #expect(abs(found.lowerBound / .seconds(1) - wanted.lowerBound) < 0.02)
            #expect(abs(found.upperBound / .seconds(1) - wanted.upperBound) < 0.02)
        }
    }

    @Test func silenceIsOnePauseAndSpeechNone() {
        #expect(Self.find([Float](repeating: 0, count: Self.rate * 3)).count == 1)
        #expect(Self.find(Self.speech([(3, 0)])).isEmpty)
        #expect(Self.find([]).isEmpty)
    }

    @Test func theStepsOfReadingDoNotMatter() {
        let samples = Self.speech([(1, 0.5), (1, 0.7), (1, 0)])
        let whole = Self.find(samples, step: samples.count)
        for step in [1, 159, 160, 161, 4_000] { #expect(Self.find(samples, step: step) == whole) }
    }
}
