/// Loudness, silence, speed, in this order; owned by one thread.
public final class SoundChain {
    /// From an output frame on, what is heard begins at an input frame; both from the start.
    public struct Joint: Hashable, Sendable {
        /// Output frames before it.
        public let outputFrame: Int
        /// Input frames before what follows.
        public let inputFrame: Int
    }

    private let settings: SoundSettings
    private let channelCount: Int
    private let normalizer: LoudnessNormalizer?
    private let trimmer: SilenceTrimmer?
    private let stretcher: SonicStretcher?
    private var ready: FrameBuffer
    private var joints: [Joint] = []

    /// Makes a chain; the meter is used and fed if loudness is normalized.
    public init(
        format: AudioFormat, settings: SoundSettings, meter: LoudnessMeter,
        knownLoudness: Double? = nil, expectedLoudness: Double? = nil
    ) {
        self.settings = settings
        channelCount = format.channelCount
        normalizer =
            settings.normalizesLoudness
            ? LoudnessNormalizer(
                format: format, meter: meter, known: knownLoudness,
                expected: expectedLoudness) : nil
        trimmer = settings.trim.map { SilenceTrimmer(format: format, strength: $0) }
        stretcher =
            settings.speed == 1 ? nil : SonicStretcher(format: format, speed: settings.speed)
        ready = FrameBuffer(channelCount: format.channelCount)
    }

    /// Takes frames in; with `isNew` false their loudness was measured before.
    public func write(_ samples: UnsafeBufferPointer<Float>, isNew: Bool = true) {
        guard let normalizer else {
            trim(samples)
            return
        }
        normalizer.write(samples, isNew: isNew)
        normalizer.read { trim($0) }
    }

    /// Says that no more comes.
    public func finish() {
        if let normalizer {
            normalizer.finish()
            normalizer.read { trim($0) }
        }
        if let trimmer {
            trimmer.finish()
            takeTrimmed(trimmer)
        }
        stretcher?.finish()
    }

    /// Frames that can be read.
    public var availableFrames: Int { stretcher?.availableFrames ?? ready.count }

    /// Shows all frames that are ready and takes out as many as the body says.
    public func read(_ body: (UnsafeBufferPointer<Float>) -> Int) {
        if let stretcher {
            stretcher.read(body)
        } else {
            let samples = UnsafeBufferPointer(
                start: ready.pointer, count: ready.count * channelCount)
            ready.dropFirst(body(samples))
        }
    }

    /// Gives the joints made since the last call.
    public func takeJoints() -> [Joint] {
        defer { joints.removeAll() }
        return joints
    }
}

extension SoundChain {
    private func trim(_ samples: UnsafeBufferPointer<Float>) {
        guard let trimmer else {
            stretch(samples)
            return
        }
        trimmer.write(samples)
        takeTrimmed(trimmer)
    }

    private func takeTrimmed(_ trimmer: SilenceTrimmer) {
        for cut in trimmer.takeCuts() {
            let output = (Double(cut.outputFrame) / settings.speed).rounded()
            joints.append(Joint(outputFrame: Int(output), inputFrame: cut.inputFrame))
        }
        trimmer.read { stretch($0) }
    }

    private func stretch(_ samples: UnsafeBufferPointer<Float>) {
        if let stretcher {
            stretcher.write(samples)
        } else {
            ready.append(samples)
        }
    }
}
