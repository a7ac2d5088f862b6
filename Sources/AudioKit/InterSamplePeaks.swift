@preconcurrency import Glibc

/// Finds peaks between samples: four times oversampled by a polyphase filter (ITU-R BS.1770, annex 2).
struct InterSamplePeaks {
    /// How many frames after a peak it is found.
    static let delay = 6

    private static let tapCount = 12
    private static let phaseCount = 3
    /// The windowed sines of the three points between two samples, one behind the other.
    private static let filters: [Float] = (1...phaseCount).flatMap { phase -> [Float] in
        let place = Double(delay - 1) + Double(phase) / 4
        let taps = (0..<tapCount).map { tap -> Double in
            let distance = place - Double(tap)
            let window = 0.5 + 0.5 * cos(.pi * distance / Double(delay))
            return sin(.pi * distance) / (.pi * distance) * window
        }
        let sum = taps.reduce(0, +)
        return taps.map { Float($0 / sum) }
    }

    private let channelCount: Int
    private let ceiling: Float
    /// Between samples that are all below it nothing reaches the ceiling but what no voice holds.
    private let floor: Float
    /// Each channel's last samples.
    private var lines: [[Float]]

    init(channelCount: Int, ceiling: Float) {
        self.channelCount = channelCount
        self.ceiling = ceiling
        floor = ceiling / 2
        lines = Array(
            repeating: [Float](repeating: 0, count: Self.tapCount - 1), count: channelCount)
    }

    /// Takes frames in and tells peaks above the ceiling, by the frame that stands before each;
    /// it counts from the first one given now, and may be up to `delay` before that.
    mutating func find(
        in samples: UnsafeBufferPointer<Float>, _ found: (_ frame: Int, _ peak: Float) -> Void
    ) {
        let frames = samples.count / channelCount
        for channel in 0..<channelCount {
            for frame in 0..<frames {
                lines[channel].append(samples[frame * channelCount + channel])
            }
            lines[channel].withUnsafeBufferPointer { line in
                for frame in 0..<frames
                where max(abs(line[frame + 5]), abs(line[frame + 6])) > floor {
                    let peak = Self.peak(line, at: frame)
                    if peak > ceiling { found(frame - Self.delay, peak) }
                }
            }
            lines[channel].removeFirst(frames)
        }
    }

    private static func peak(_ line: UnsafeBufferPointer<Float>, at start: Int) -> Float {
        filters.withUnsafeBufferPointer { filters in
            var peak: Float = 0
            for phase in 0..<phaseCount {
                var sum: Float = 0
                for tap in 0..<tapCount {
                    sum += filters[phase * tapCount + tap] * line[start + tap]
                }
                peak = max(peak, abs(sum))
            }
            return peak
        }
    }
}
