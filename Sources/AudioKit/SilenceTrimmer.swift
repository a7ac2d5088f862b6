/// Shortens long silences; what is quiet is judged against the speaker's own level.
public final class SilenceTrimmer {
    /// How much is taken.
    public enum Strength: String, Hashable, Sendable, CaseIterable {
        /// Pauses above 0.4 s are cut to 0.3 s.
        case low
        /// Pauses above 0.3 s are cut to 0.2 s.
        case medium
        /// Pauses above 0.15 s are cut to 0.08 s.
        case high

        var longest: Duration {
            switch self {
            case .low: .milliseconds(400)
            case .medium: .milliseconds(300)
            case .high: .milliseconds(150)
            }
        }

        var kept: Duration {
            switch self {
            case .low: .milliseconds(300)
            case .medium: .milliseconds(200)
            case .high: .milliseconds(80)
            }
        }
    }

    /// A place in the output behind which frames are missing.
    public struct Cut: Hashable, Sendable {
        /// Output frames before it, from the start.
        public let outputFrame: Int
        /// Input frames before what follows, from the start.
        public let inputFrame: Int
    }

    /// Cuts made since they were last taken.
    public private(set) var cuts: [Cut] = []

    private let channelCount: Int
    private let window: Int
    private let longest: Int
    private let kept: Int
    private let fade: Int

    private var input: FrameBuffer
    private var output: FrameBuffer
    /// The silence that may become too long.
    private var pause: FrameBuffer
    private var level = SpeechLevel()
    private var inputTotal = 0
    private var outputTotal = 0
    /// Frames of this pause that were dropped from the middle of `pause`.
    private var dropped = 0

    /// Makes a trimmer.
    public init(format: AudioFormat, strength: Strength) {
        channelCount = format.channelCount
        window = max(1, format.sampleRate / 100)
        longest = Int(format.frames(in: strength.longest))
        kept = Int(format.frames(in: strength.kept))
        fade = window
        input = FrameBuffer(channelCount: channelCount)
        output = FrameBuffer(channelCount: channelCount)
        pause = FrameBuffer(channelCount: channelCount)
    }

    /// Takes frames in.
    public func write(_ samples: UnsafeBufferPointer<Float>) {
        input.append(samples)
        while input.count >= window { process(window) }
    }

    /// Says that no more comes; the last pause is shortened, too.
    public func finish() {
        if input.count > 0 { process(input.count) }
        endPause()
    }

    /// Shows what is ready and takes all of it out.
    public func read(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        body(UnsafeBufferPointer(start: output.pointer, count: output.count * channelCount))
        output.dropFirst(output.count)
    }

    /// Gives the cuts and forgets them.
    public func takeCuts() -> [Cut] {
        defer { cuts.removeAll() }
        return cuts
    }
}

extension SilenceTrimmer {
    private func process(_ count: Int) {
        let samples = UnsafeBufferPointer(start: input.pointer, count: count * channelCount)
        let isSilent = level.isSilent(samples)
        if isSilent {
            pause.append(samples)
            shortenPause()
        } else {
            endPause()
            output.append(samples)
            outputTotal += count
        }
        inputTotal += count
        input.dropFirst(count)
    }

    /// Keeps the pause's head and a rolling tail; the middle goes as soon as it is too long.
    private func shortenPause() {
        guard pause.count + dropped > longest else { return }
        let excess = pause.count - kept - fade
        guard excess > 0 else { return }
        pause.removeFrames(from: kept / 2, count: excess)
        dropped += excess
    }

    private func endPause() {
        defer {
            pause.removeAll()
            dropped = 0
        }
        guard pause.count > 0 else { return }
        guard dropped > 0, pause.count > kept / 2 + fade else {
            output.append(pause.pointer, frames: pause.count)
            outputTotal += pause.count
            return
        }
        // Head, a cross-fade of ten milliseconds over the cut, tail.
        let head = kept / 2
        output.append(pause.pointer, frames: head - fade)
        let target = output.extend(frames: fade)
        let falling = pause.pointer + (head - fade) * channelCount
        let rising = pause.pointer + head * channelCount
        for frame in 0..<fade {
            let share = Float(frame) / Float(fade)
            for channel in 0..<channelCount {
                let index = frame * channelCount + channel
                target[index] = falling[index] * (1 - share) + rising[index] * share
            }
        }
        let tail = pause.count - head - fade
        output.append(pause.pointer + (head + fade) * channelCount, frames: tail)
        outputTotal += head + tail
        // `inputTotal` is the pause's end here: the tail after the fade comes right before it.
        cuts.append(Cut(outputFrame: outputTotal - tail, inputFrame: inputTotal - tail))
    }
}
