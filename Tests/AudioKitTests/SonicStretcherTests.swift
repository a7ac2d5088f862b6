import AudioKit
@preconcurrency import Glibc
import Testing

@Suite struct SonicStretcherTests {
    static let speeds = [
        0.5, 0.55, 0.7, 0.85, 0.95, 1.05, 1.2, 1.45, 1.6, 1.9, 2.0, 2.25, 2.75, 3.3, 4.0,
    ]

    private func stretch(
        _ samples: [Float], format: AudioFormat, speed: Double, chunk: Int = 1024
    ) -> [Float] {
        let stretcher = SonicStretcher(format: format, speed: speed)
        var output: [Float] = []
        var start = 0
        func drain() {
            stretcher.read { ready in
                output += ready
                return ready.count / format.channelCount
            }
        }
        while start < samples.count {
            let end = min(samples.count, start + chunk * format.channelCount)
            samples[start..<end].withUnsafeBufferPointer { stretcher.write($0) }
            drain()
            start = end
        }
        stretcher.finish()
        drain()
        return output
    }

    private func tone(_ frequency: Double, seconds: Double, format: AudioFormat) -> [Float] {
        let count = Int(seconds * Double(format.sampleRate))
        return (0..<count).flatMap { frame in
            let angle = 2 * Double.pi * frequency * Double(frame) / Double(format.sampleRate)
            return [Float](repeating: Float(0.5 * sin(angle)), count: format.channelCount)
        }
    }

    @Test(arguments: speeds)
    func lengthIsExact(speed: Double) throws {
        let format = AudioFormat(sampleRate: 24_000, channelCount: 1)
        let speech = try Array(Fixture.cbrBare.samples().prefix(15_000))
        let output = stretch(speech, format: format, speed: speed)
        #expect(output.count == Int((Double(speech.count) / speed).rounded()))
    }

    /// Before the end is known, too: what is made so far stands where input ÷ speed says.
    @Test(arguments: [0.55, 0.8, 1.1, 1.6, 1.75, 2.5, 2.75, 3.5])
    func nothingDrifts(speed: Double) throws {
        let format = AudioFormat(sampleRate: 24_000, channelCount: 1)
        let speech = try Fixture.cbrBare.samples()
        let stretcher = SonicStretcher(format: format, speed: speed)
        var made = 0
        for _ in 0..<8 {
            speech.withUnsafeBufferPointer { stretcher.write($0) }
            stretcher.read { ready in
                made += ready.count
                return ready.count
            }
        }
        // At most the window and one step of copying are held back, however long the input was.
        let held = Double(speech.count * 8) - Double(made) * speed
        #expect(held > -2000 && held < 2000)
    }

    @Test(arguments: [0.5, 0.75, 1.25, 1.5, 2.0, 2.5, 3.0])
    func pitchIsKept(speed: Double) {
        let format = AudioFormat(sampleRate: 22_050, channelCount: 2)
        let output = stretch(tone(150, seconds: 1, format: format), format: format, speed: speed)
        let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
        let middle = Array(left[(left.count / 4)..<(left.count * 3 / 4)])
        let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
        let frequency = Double(crossings) / (Double(middle.count) / 22_050)
        #expect(abs(frequency - 150) < 4)
    }

    @Test(arguments: [0.6, 1.3, 2.0, 3.3])
    func noStepIsLargerThanTheTonesOwn(speed: Double) {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 1)
        let output = stretch(tone(200, seconds: 1, format: format), format: format, speed: speed)
        let body = output.dropLast(2000)
        let steps = zip(body, body.dropFirst()).map { abs($0 - $1) }
        let own = Float(0.5 * 2 * Double.pi * 200 / 44_100)
        #expect((steps.max() ?? 1) < own * 1.5)
    }

    @Test func chunksDoNotMatter() throws {
        let format = AudioFormat(sampleRate: 24_000, channelCount: 1)
        let speech = try Array(Fixture.cbrBare.samples().prefix(15_000))
        let large = stretch(speech, format: format, speed: 1.7, chunk: 100_000)
        #expect(stretch(speech, format: format, speed: 1.7, chunk: 37) == large)
    }

    @Test func lessThanAWindowGivesItsLength() {
        let format = AudioFormat(sampleRate: 44_100, channelCount: 1)
        let output = stretch([Float](repeating: 0.25, count: 100), format: format, speed: 2)
        #expect(output.count == 50)
        #expect(stretch([], format: format, speed: 2).isEmpty)
    }
}
