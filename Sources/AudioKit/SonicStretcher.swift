/// Changes speed and keeps pitch, by Sonic's way: whole pitch periods are joined or left out.
///
/// What each step rounds off is carried to the next, so that the output's length is exact.
public final class SonicStretcher {
    /// Input frames for each output frame, 0.5…4.
    public let speed: Double
    private let format: AudioFormat
    private let minPeriod: Int
    private let maxPeriod: Int
    private let window: Int
    private var pitch: PitchFinder

    private var input: FrameBuffer
    private var output: FrameBuffer
    /// Frames that are to be copied as they are before the next join.
    private var copyCount = 0
    /// What rounding has taken from the output so far, in frames.
    private var carry = 0.0
    private var inputTotal = 0
    private var outputTotal = 0
    private var readTotal = 0
    private var isFinished = false

    /// Makes a stretcher for a format and a speed other than 1.
    public init(format: AudioFormat, speed: Double) {
        self.format = format
        self.speed = min(4, max(0.5, speed))
        // The range of human voices, 65 to 400 Hz.
        minPeriod = max(2, format.sampleRate / 400)
        maxPeriod = max(4, format.sampleRate / 65)
        window = 2 * maxPeriod
        pitch = PitchFinder(format: format, minPeriod: minPeriod, maxPeriod: maxPeriod)
        input = FrameBuffer(channelCount: format.channelCount)
        output = FrameBuffer(channelCount: format.channelCount)
    }

    /// Takes frames in, and makes as many as can be made of them.
    public func write(_ samples: UnsafeBufferPointer<Float>) {
        inputTotal += samples.count / format.channelCount
        input.append(samples)
        process()
    }

    /// Says that no more comes: the rest is made, to the exact length.
    public func finish() {
        guard !isFinished else { return }
        isFinished = true
        let target = Int((Double(inputTotal) / speed).rounded())
        // Silence behind the end lets the last periods through; what is too long is cut.
        input.appendSilence(frames: 2 * window)
        process()
        let missing = target - outputTotal
        if missing < 0 {
            output.dropLast(-missing)
        } else if missing > 0 {
            let held = min(missing, input.count)
            output.append(input.pointer, frames: held)
            output.appendSilence(frames: missing - held)
        }
        outputTotal = target
    }

    /// Frames that can be read.
    ///
    /// A step may run ahead of the input by a period; that is held back, since the end may come.
    public var availableFrames: Int {
        if isFinished { return output.count }
        return max(0, min(output.count, Int(Double(inputTotal) / speed) - readTotal))
    }

    /// Shows all frames that are ready and takes out as many as the body says.
    public func read(_ body: (UnsafeBufferPointer<Float>) -> Int) {
        let taken = body(
            UnsafeBufferPointer(
                start: output.pointer, count: availableFrames * format.channelCount))
        output.dropFirst(taken)
        readTotal += taken
    }
}

extension SonicStretcher {
    private func process() {
        var position = 0
        while input.count - position >= window {
            if copyCount > 0 {
                let count = min(copyCount, input.count - position)
                emit(from: position, count)
                copyCount -= count
                position += count
            } else {
                let period = pitch.period(at: input.pointer + position * format.channelCount)
                position += speed > 1 ? skip(period, at: position) : insert(period, at: position)
            }
        }
        input.dropFirst(position)
    }

    private func emit(from position: Int, _ count: Int) {
        output.append(input.pointer + position * format.channelCount, frames: count)
        outputTotal += count
    }

    /// Joins two periods into one, or less than one from 2 × on; returns the input used.
    private func skip(_ period: Int, at position: Int) -> Int {
        let joined: Int
        if speed >= 2 {
            joined = max(1, rounded(Double(period) / (speed - 1)))
        } else {
            joined = period
            copyCount = max(0, rounded(Double(period) * (2 - speed) / (speed - 1)))
        }
        // The join may not reach beyond the window that is there.
        let length = min(joined, window - period)
        carry += Double(joined - length)
        overlap(length, down: position, up: position + period)
        return period + length
    }

    /// Puts a period in twice; returns the input used.
    private func insert(_ period: Int, at position: Int) -> Int {
        // At 0.5 and above a whole period is repeated, and the rest copied.
        emit(from: position, period)
        overlap(period, down: position + period, up: position)
        copyCount = max(0, rounded(Double(period) * (2 * speed - 1) / (1 - speed)))
        return period
    }

    private func rounded(_ wanted: Double) -> Int {
        let exact = wanted + carry
        let whole = exact.rounded()
        carry = exact - whole
        return Int(whole)
    }

    private func overlap(_ count: Int, down: Int, up: Int) {
        let channels = format.channelCount
        let target = output.extend(frames: count)
        let falling = input.pointer + down * channels
        let rising = input.pointer + up * channels
        let step = 1 / Float(count)
        for frame in 0..<count {
            let share = Float(frame) * step
            for channel in 0..<channels {
                let index = frame * channels + channel
                target[index] = falling[index] * (1 - share) + rising[index] * share
            }
        }
        outputTotal += count
    }
}
