import Testing
import ThreadKit

@testable import AudioKit

@Suite struct GainRampTests {
    private func makeRenderer(filledWith count: Int) -> Renderer {
        let renderer = Renderer(
            format: AudioFormat(sampleRate: 8000, channelCount: 1), capacity: .seconds(2),
            history: .milliseconds(500), controlSignal: ThreadSignal())
        let samples = [Float](repeating: 0.5, count: count)
        _ = samples.withUnsafeBufferPointer { renderer.write($0) }
        renderer.release(fadingIn: false)
        return renderer
    }

    private func pull(_ renderer: Renderer, _ frames: Int) -> [Int16] {
        var block = [Int16](repeating: 0, count: frames)
        let count = block.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { renderer.pull(into: $0, frames: frames, isUrgent: false) }
        }
        return Array(block.prefix(count ?? 0))
    }

    @Test func everySampleHasItsOwnGain() {
        let renderer = makeRenderer(filledWith: 8000)
        _ = pull(renderer, 100)
        renderer.ramp(to: 0, over: .milliseconds(500), from: 100)
        // Blocks of any size are the same.
        let heard = pull(renderer, 1) + pull(renderer, 999) + pull(renderer, 3200)
        for (index, sample) in heard.enumerated() {
            let gain = max(0, 1 - Float(index + 1) / 4000)
            #expect(abs(Int(sample) - Int((16_384 * gain).rounded())) <= 1, "\(index)")
        }
        #expect(abs(renderer.rampGain(at: 2100) - 0.5) < 0.001)
        #expect(renderer.rampRest(at: 2100) == (2000, 0))
    }

    @Test func whatIsTakenBackIsGivenWithTheNewGain() {
        let renderer = makeRenderer(filledWith: 8000)
        #expect(pull(renderer, 1000).allSatisfy { $0 == 16_384 })
        renderer.ramp(to: 0, over: .milliseconds(50), from: 400)
        #expect(renderer.takeBack(framesBack: 500) == 500)
        let again = pull(renderer, 500)
        #expect(again[0] == Int16(16_384 * (1 - 101.0 / 400)))
        #expect(again[299...].allSatisfy { $0 == 0 })
    }

    @Test func droppedFramesDoNotCount() {
        let renderer = makeRenderer(filledWith: 8000)
        renderer.ramp(to: 0, over: .milliseconds(100), from: 0)
        _ = pull(renderer, 400)
        renderer.discardAll()
        #expect(abs(renderer.rampGain(at: renderer.ring.readIndex) - 0.5) < 0.002)
        #expect(renderer.rampRest(at: renderer.ring.readIndex).frames == 400)
        renderer.endRamp()
        #expect(renderer.rampGain(at: renderer.ring.readIndex) == 1)
    }

    @Test func endsAtItsGoalAndTurnsWhereItIs() {
        let renderer = makeRenderer(filledWith: 8000)
        renderer.ramp(to: 0, over: .milliseconds(100), from: 0)
        _ = pull(renderer, 400)
        renderer.ramp(to: 1, over: .milliseconds(100), from: 400)
        let back = pull(renderer, 1600)
        #expect(abs(Int(back[0]) - 8192) < 20)
        #expect(zip(back, back.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(back[800...].allSatisfy { $0 == 16_384 })
    }
}
