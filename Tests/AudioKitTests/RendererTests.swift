import TestSupport
import Testing
import ThreadKit

@testable import AudioKit

@Suite struct RendererTests {
    /// Numbers as samples: sample i has the value i / 32768, so that each names its own place.
    private func ramp(_ range: Range<Int>) -> [Float] {
        range.map { Float($0 % 30_000) / 32_768 }
    }

    private func makeRenderer(channels: Int = 1) -> Renderer {
        Renderer(
            format: AudioFormat(sampleRate: 8000, channelCount: channels),
            capacity: .seconds(1), history: .milliseconds(250), controlSignal: ThreadSignal())
    }

    private func pull(_ renderer: Renderer, _ frames: Int, isUrgent: Bool = false) -> [Int16] {
        var block = [Int16](repeating: 0, count: frames * renderer.format.channelCount)
        let count = block.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { renderer.pull(into: $0, frames: frames, isUrgent: isUrgent) }
        }
        return Array(block.prefix((count ?? 0) * renderer.format.channelCount))
    }

    @Test func samplesPassUntouched() {
        let renderer = makeRenderer()
        #expect(ramp(0..<1000).withUnsafeBufferPointer { renderer.write($0) } == 1000)
        #expect(pull(renderer, 10).isEmpty, "silent before release")
        renderer.release(fadingIn: false)
        #expect(pull(renderer, 600) + pull(renderer, 600) == (0..<1000).map { Int16($0) })
    }

    @Test func roundingIsThatOfLibmpg123() {
        let cases: [(Float, Int16)] = [
            (0, 0), (0.5, 16_384), (-1, -32_768), (1, 32_767), (2, 32_767), (-2, -32_768),
            (0.5 / 32_768, 0), (1.5 / 32_768, 2), (-0.5 / 32_768, 0), (-1.5 / 32_768, -2),
            (32_766.6 / 32_768, 32_767),
        ]
        for (sample, expected) in cases { #expect(SampleConversion.int16(sample) == expected) }
        _ = SampleConversion.int16(.nan)
        #expect(SampleConversion.int16(.infinity) == 32_767)
    }

    @Test func aHoldFadesAndLosesNothing() {
        let renderer = makeRenderer()
        let level = [Float](repeating: 0.5, count: 4000)
        _ = level.withUnsafeBufferPointer { renderer.write($0) }
        renderer.release(fadingIn: false)
        let before = pull(renderer, 1000)
        #expect(before.allSatisfy { $0 == 16_384 })
        renderer.hold()
        let fade = pull(renderer, 1000)
        #expect(fade.count == Renderer.fadeFrames(renderer.format))
        #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(fade.last == 0)
        #expect(renderer.isSilent)
        #expect(pull(renderer, 100).isEmpty)
        renderer.release(fadingIn: true)
        let after = pull(renderer, 4000)
        #expect(before.count + fade.count + after.count == 4000)
        #expect(zip(after, after.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(after.last == 16_384)
    }

    @Test func runningDryFadesWhatIsLeftAndWaitsForRelease() {
        let renderer = makeRenderer()
        let level = [Float](repeating: 0.5, count: 300)
        _ = level.withUnsafeBufferPointer { renderer.write($0) }
        renderer.release(fadingIn: false)
        let last = pull(renderer, 400, isUrgent: true)
        #expect(last.count == 300)
        #expect(last.last == 0)
        #expect(renderer.isStarved)
        #expect(renderer.underrunCount == 1)
        _ = level.withUnsafeBufferPointer { renderer.write($0) }
        #expect(pull(renderer, 10).isEmpty)
        renderer.release(fadingIn: true)
        #expect(!renderer.isStarved)
        #expect(pull(renderer, 300).count == 300)
    }

    @Test func theEndIsNoUnderrun() {
        let renderer = makeRenderer()
        _ = ramp(0..<300).withUnsafeBufferPointer { renderer.write($0) }
        renderer.markEnd()
        renderer.release(fadingIn: false)
        #expect(pull(renderer, 400, isUrgent: true) == (0..<300).map { Int16($0) })
        #expect(renderer.isDrained)
        #expect(!renderer.isStarved)
    }

    @Test func volumeIsRampedAndExactAtOne() {
        let renderer = makeRenderer()
        let level = [Float](repeating: 0.5, count: 4000)
        _ = level.withUnsafeBufferPointer { renderer.write($0) }
        renderer.release(fadingIn: false)
        renderer.volume = 0.5
        let ramped = pull(renderer, 1000)
        #expect(ramped.last == 8192)
        let steps = zip(ramped, ramped.dropFirst()).map { Int($0) - Int($1) }
        #expect(steps.allSatisfy { $0 >= 0 && $0 < 200 })
        renderer.volume = 1
        #expect(pull(renderer, 1000).last == 16_384)
    }

    @Test func goingBackGivesTheSameFramesAgain() {
        let renderer = makeRenderer()
        _ = ramp(0..<2000).withUnsafeBufferPointer { renderer.write($0) }
        renderer.release(fadingIn: false)
        _ = pull(renderer, 1500)
        #expect(renderer.holdFrom(framesBack: 100) == 100)
        _ = pull(renderer, 1500)
        #expect(renderer.ring.readIndex == 1400 + Renderer.fadeFrames(renderer.format))
        renderer.release(fadingIn: false)
        let start = renderer.ring.readIndex
        #expect(pull(renderer, 10) == (start..<(start + 10)).map { Int16($0) })
        // No further than the history reaches.
        #expect(renderer.holdFrom(framesBack: 1 << 20) <= 2000)
    }

    @Test(arguments: [1, 2])
    func twoThreadsNeitherLoseNorRepeatAFrame(channels: Int) async {
        let renderer = makeRenderer(channels: channels)
        let total = 60_000
        renderer.release(fadingIn: false)
        startThread(name: "test-producer") {
            var random = SeededRandom(seed: 7)
            var next = 0
            while next < total {
                let count = min(total - next, Int(random.next() % 900) + 1)
                let frames = (0..<(count * channels)).map {
                    Float((next + $0 / channels) % 30_000) / 32_768
                }
                let wrote = frames.withUnsafeBufferPointer { renderer.write($0) }
                next += wrote
                if wrote == 0 { renderer.waitForRoom() }
            }
            renderer.markEnd()
        }
        let faults = await withCheckedContinuation { continuation in
            startThread(name: "test-consumer") {
                var random = SeededRandom(seed: 9)
                var expected = 0
                var faults = 0
                let block = UnsafeMutablePointer<Int16>.allocate(capacity: 1000 * channels)
                while !renderer.isDrained {
                    let count = renderer.pull(
                        into: block, frames: Int(random.next() % 1000) + 1, isUrgent: false)
                    for index in 0..<(count * channels) {
                        let frame = expected + index / channels
                        if block[index] != Int16(frame % 30_000) { faults += 1 }
                    }
                    expected += count
                }
                block.deallocate()
                continuation.resume(returning: faults + abs(expected - total))
            }
        }
        #expect(faults == 0)
    }
}
