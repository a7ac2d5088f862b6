/// Keeps peaks under a ceiling by turning down some milliseconds ahead of them.
///
/// Peaks between samples count, too, as ITU-R BS.1770 measures them.
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
    private var between: InterSamplePeaks

    /// Makes a limiter; the ceiling is linear, 0.89 for -1 dBTP.
    public init(format: AudioFormat, ceiling: Float = 0.89) {
        channelCount = format.channelCount
        lookAhead = max(8, format.sampleRate / 200)
        self.ceiling = ceiling
        // Back to full in about a tenth of a second.
        release = 1 / (Float(format.sampleRate) * 0.1)
        delay = FrameBuffer(channelCount: channelCount)
        output = FrameBuffer(channelCount: channelCount)
        between = InterSamplePeaks(channelCount: channelCount, ceiling: ceiling)
    }

    /// Takes frames in, already amplified.
    public func write(_ samples: UnsafeBufferPointer<Float>) {
        guard let base = samples.baseAddress else { return }
        let frames = samples.count / channelCount
        let start = bounds.count
        for frame in 0..<frames {
            var peak: Float = 0
            for channel in 0..<channelCount {
                peak = max(peak, abs(base[frame * channelCount + channel]))
            }
            bounds.append(1)
            if peak > ceiling { bound(bounds.count - 1, by: peak) }
        }
        between.find(in: samples) { frame, peak in boundBetween(start + frame, by: peak) }
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
        // What is still in the filter.
        let silence = [Float](repeating: 0, count: InterSamplePeaks.delay * channelCount)
        let start = bounds.count
        silence.withUnsafeBufferPointer { silence in
            between.find(in: silence) { frame, peak in boundBetween(start + frame, by: peak) }
        }
        pass(leaving: 0)
    }

    /// Shows what is ready and takes it out.
    public func read(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        body(UnsafeBufferPointer(start: output.pointer, count: output.count * channelCount))
        output.dropFirst(output.count)
    }
}

extension PeakLimiter {
    private func bound(_ index: Int, by peak: Float) {
        guard bounds.indices.contains(index), index >= boundStart else { return }
        bounds[index] = min(bounds[index], ceiling / peak)
        quietFrom = max(quietFrom, index + 1)
    }

    /// Both neighbours of a peak are turned down, and so is what lies between them.
    private func boundBetween(_ index: Int, by peak: Float) {
        bound(index, by: peak)
        bound(index + 1, by: peak)
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
