/// Keeps peaks under a ceiling by turning down some milliseconds ahead of them.
///
/// Peaks between samples count, too: they are found by interpolation where samples come near.
public final class PeakLimiter {
    private let channelCount: Int
    private let lookAhead: Int
    private let ceiling: Float
    private let release: Float
    private var delay: FrameBuffer
    private var output: FrameBuffer
    /// What each frame in the delay may be multiplied with at most.
    private var bounds: [Float] = []
    private var boundStart = 0
    private var gain: Float = 1
    /// Behind the last frame that must be turned down.
    private var quietFrom = 0
    /// The last frames before the block, for interpolation.
    private var history: [Float]

    /// Makes a limiter; the ceiling is linear, 0.89 for -1 dBTP.
    public init(format: AudioFormat, ceiling: Float = 0.89) {
        channelCount = format.channelCount
        lookAhead = max(8, format.sampleRate / 200)
        self.ceiling = ceiling
        // Back to full in about a tenth of a second.
        release = 1 / (Float(format.sampleRate) * 0.1)
        delay = FrameBuffer(channelCount: channelCount)
        output = FrameBuffer(channelCount: channelCount)
        history = [Float](repeating: 0, count: 3 * channelCount)
    }

    /// Takes frames in, already amplified.
    public func write(_ samples: UnsafeBufferPointer<Float>) {
        guard let base = samples.baseAddress else { return }
        let frames = samples.count / channelCount
        for frame in 0..<frames {
            var peak: Float = 0
            for channel in 0..<channelCount {
                peak = max(peak, note(base[frame * channelCount + channel], channel))
            }
            bounds.append(peak > ceiling ? ceiling / peak : 1)
            if peak > ceiling { quietFrom = bounds.count }
        }
        delay.append(samples)
        pass(leaving: lookAhead)
        if boundStart > 65_536 {
            bounds.removeFirst(boundStart)
            quietFrom -= boundStart
            boundStart = 0
        }
    }

    /// Says that no more comes.
    public func finish() {
        pass(leaving: 0)
    }

    /// Shows what is ready and takes it out.
    public func read(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        body(UnsafeBufferPointer(start: output.pointer, count: output.count * channelCount))
        output.dropFirst(output.count)
    }
}

extension PeakLimiter {
    /// The true peak around a sample: itself, and the points between it and the one before.
    private func note(_ sample: Float, _ channel: Int) -> Float {
        let a = history[channel]
        let b = history[channelCount + channel]
        let c = history[2 * channelCount + channel]
        history[channel] = b
        history[channelCount + channel] = c
        history[2 * channelCount + channel] = sample
        var peak = abs(sample)
        if max(peak, abs(c)) > ceiling * 0.6 {
            // Four points, cubic: between b and c, whose neighbours are known now.
            for place in [Float(0.25), 0.5, 0.75] {
                let value = Self.cubic(a, b, c, sample, place)
                peak = max(peak, abs(value))
            }
        }
        return peak
    }

    private static func cubic(
        _ a: Float, _ b: Float, _ c: Float, _ d: Float, _ place: Float
    ) -> Float {
        let m0 = (c - a) * 0.5
        let m1 = (d - b) * 0.5
        let p2 = place * place
        let p3 = p2 * place
        return (2 * p3 - 3 * p2 + 1) * b + (p3 - 2 * p2 + place) * m0
            + (3 * p2 - 2 * p3) * c + (p3 - p2) * m1
    }

    private func pass(leaving rest: Int) {
        while delay.count > rest {
            if gain == 1, boundStart >= quietFrom {
                // Nothing to do, which is so nearly always.
                let count = delay.count - rest
                output.append(delay.pointer, frames: count)
                delay.dropFirst(count)
                boundStart += count
            } else {
                step()
            }
        }
    }

    /// Moves one frame on: the gain goes in a straight line to the lowest bound that is ahead.
    private func step() {
        let end = min(bounds.count, boundStart + lookAhead + 1)
        var target: Float = 1
        var slope = release
        for index in boundStart..<end where bounds[index] < gain {
            let steepness = (bounds[index] - gain) / Float(index - boundStart + 1)
            if steepness < slope {
                slope = steepness
                target = bounds[index]
            }
        }
        gain = slope < 0 ? max(target, gain + slope) : min(1, gain + slope)
        gain = min(gain, bounds[boundStart])
        let frame = output.extend(frames: 1)
        for channel in 0..<channelCount { frame[channel] = delay.pointer[channel] * gain }
        delay.dropFirst(1)
        boundStart += 1
    }
}
