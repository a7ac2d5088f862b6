@preconcurrency import Glibc

/// Brings a voice to -16 LUFS: by what is known of the file, else by what was heard of it so far.
public final class LoudnessNormalizer {
    /// The loudness aimed at, in LUFS: what podcasts agree on.
    public static let target = -16.0

    private let format: AudioFormat
    private let meter: LoudnessMeter
    private let known: Double?
    private let expected: Double?
    private let limiter: PeakLimiter
    private var scaled: FrameBuffer
    /// The gain in decibels.
    private var gain: Double

    /// Makes a normalizer; the meter goes on with what it has measured, `known` makes it needless.
    ///
    /// `expected` is what tags say: good for the beginning, until enough is measured.
    public init(
        format: AudioFormat, meter: LoudnessMeter, known: Double? = nil, expected: Double? = nil
    ) {
        self.format = format
        self.meter = meter
        self.known = known
        self.expected = expected
        limiter = PeakLimiter(format: format)
        scaled = FrameBuffer(channelCount: format.channelCount)
        gain = 0
        gain = wantedGain ?? 0
    }

    /// Takes frames in; those that were measured before are not measured again.
    public func write(_ samples: UnsafeBufferPointer<Float>, isNew: Bool = true) {
        guard let base = samples.baseAddress, !samples.isEmpty else { return }
        if known == nil, isNew { meter.write(samples) }
        let frames = samples.count / format.channelCount
        let before = factor
        approach(seconds: Double(frames) / Double(format.sampleRate))
        let step = (factor - before) / Float(frames)
        scaled.removeAll()
        let target = scaled.extend(frames: frames)
        for frame in 0..<frames {
            let factor = before + step * Float(frame + 1)
            for channel in 0..<format.channelCount {
                let index = frame * format.channelCount + channel
                target[index] = base[index] * factor
            }
        }
        limiter.write(UnsafeBufferPointer(start: target, count: frames * format.channelCount))
    }

    /// Says that no more comes.
    public func finish() {
        limiter.finish()
    }

    /// Shows what is ready and takes it out.
    public func read(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        limiter.read(body)
    }
}

extension LoudnessNormalizer {
    private var factor: Float { Float(pow(10, gain / 20)) }

    private var wantedGain: Double? {
        guard let loudness = known ?? measured ?? expected else { return nil }
        // Silence and noise are not blown up without end.
        return min(18, max(-12, Self.target - loudness))
    }

    /// Believed after a second of sound, and against what tags say after half a minute.
    private var measured: Double? {
        meter.blockCount >= (expected == nil ? 10 : 300) ? meter.integrated : nil
    }

    /// Quickly at first, while little is known; later so slowly that nobody hears it move.
    private func approach(seconds: Double) {
        guard let wanted = wantedGain else { return }
        let pace = known != nil ? 60.0 : meter.blockCount < 100 ? 6.0 : 1.0
        let step = pace * seconds
        gain += min(step, max(-step, wanted - gain))
    }
}
