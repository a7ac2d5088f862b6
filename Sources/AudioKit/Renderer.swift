@preconcurrency import Glibc
import Synchronization
public import ThreadKit

/// What wakes an output that found too little in the ring.
public protocol RendererClient: AnyObject, Sendable {
    /// Frames came after a pull that got fewer than it asked for. Called by the producer's thread.
    func dataArrived()
}

/// The last stage before an output: takes frames from the ring, fades, scales, makes 16-bit.
///
/// `pull` runs on the output's thread and never locks, allocates or logs. All else is called by
/// one controlling thread, and by the producer where it says so.
public final class Renderer: Sendable {
    /// Rate and channels of what `pull` gives.
    public let format: AudioFormat
    /// Where the producer writes.
    public let ring: SampleRing

    private let controlSignal: ThreadSignal
    /// Given when the ring is half empty; the producer may wait on it for other causes, too.
    public let producerSignal = ThreadSignal()
    private let client = Mutex<(any RendererClient)?>(nil)
    /// Control and producer both keep the consumer out; one at a time.
    private let exclusion = Mutex(())

    private let isGateClosed = Atomic(false)
    private let isPulling = Atomic(false)
    private let isHolding = Atomic(true)
    private let hasGoneSilent = Atomic(true)
    private let hasStarved = Atomic(false)
    private let hasDrained = Atomic(false)
    private let wantsData = Atomic(false)
    private let isProducerWaiting = Atomic(false)
    private let underruns = Atomic(0)
    private let end = Atomic(Int.max)
    private let endMarks = Atomic(0)
    private let volumeBits = Atomic(Float(1).bitPattern)

    private let fadeStep: Float
    // Guarded by the pull: only the consumer, or who keeps it out, touches these two.
    private nonisolated(unsafe) let phase: UnsafeMutablePointer<Float>
    private nonisolated(unsafe) let level: UnsafeMutablePointer<Float>
    // Guarded likewise; others read it under `exclusion`.
    private nonisolated(unsafe) let gainRamp: UnsafeMutablePointer<GainRamp>

    /// Makes a renderer that is silent until `release`; the signal wakes the controlling thread.
    public init(
        format: AudioFormat, capacity: Duration = .seconds(4), history: Duration = .seconds(1),
        controlSignal: ThreadSignal
    ) {
        self.format = format
        self.controlSignal = controlSignal
        ring = SampleRing(
            capacity: Int(format.frames(in: capacity)), history: Int(format.frames(in: history)),
            channelCount: format.channelCount)
        fadeStep = 1 / Float(max(1, Self.fadeFrames(format)))
        phase = .allocate(capacity: 1)
        phase.initialize(to: 0)
        level = .allocate(capacity: 1)
        level.initialize(to: 1)
        gainRamp = .allocate(capacity: 1)
        gainRamp.initialize(to: .none)
    }

    deinit {
        phase.deallocate()
        level.deallocate()
        gainRamp.deallocate()
    }

    // MARK: - Output's thread

    /// Gives up to `frames` frames; 0 while held, starved, drained or empty.
    ///
    /// `isUrgent` says that the listener hears a gap if fewer come: what is left is then faded
    /// out, and nothing follows until `release`.
    public func pull(
        into buffer: UnsafeMutablePointer<Int16>, frames: Int, isUrgent: Bool
    ) -> Int {
        isPulling.store(true, ordering: .sequentiallyConsistent)
        defer { isPulling.store(false, ordering: .sequentiallyConsistent) }
        guard !isGateClosed.load(ordering: .sequentiallyConsistent),
            !hasGoneSilent.load(ordering: .acquiring)
        else { return 0 }
        let isFading = isHolding.load(ordering: .acquiring)
        var output = Output(next: buffer, channelCount: format.channelCount)
        let available = min(ring.fillCount, frames)
        let isEnd = ring.readIndex + available >= end.load(ordering: .acquiring)
        var given = 0
        if isFading {
            given = fadeOut(available, &output)
        } else if available < frames, isUrgent, !isEnd {
            let tail = min(available, Self.fadeFrames(format))
            given = emit(available - tail, toward: 1, step: fadeStep, &output)
            given += emit(tail, toward: 0, step: 1 / Float(max(1, tail)), &output)
            phase.pointee = 0
            underruns.add(1, ordering: .relaxed)
            hasStarved.store(true, ordering: .releasing)
            hasGoneSilent.store(true, ordering: .releasing)
            controlSignal.notify()
        } else {
            given = emit(available, toward: 1, step: fadeStep, &output)
        }
        finishPull(given: given, asked: frames, isFading: isFading)
        return given
    }

    // MARK: - Control

    /// Fades out and then gives nothing; `isSilent` tells when.
    public func hold() {
        isHolding.store(true, ordering: .releasing)
    }

    /// Lets sound through again, from silence with a fade or at once.
    public func release(fadingIn: Bool) {
        withConsumerOut {
            if hasGoneSilent.load(ordering: .acquiring) { phase.pointee = fadingIn ? 0 : 1 }
            level.pointee = Float(bitPattern: volumeBits.load(ordering: .relaxed))
            hasStarved.store(false, ordering: .releasing)
            hasDrained.store(false, ordering: .releasing)
            hasGoneSilent.store(false, ordering: .releasing)
            isHolding.store(false, ordering: .releasing)
        }
        wakeConsumer()
    }

    /// Makes silence at once: for an output that no longer takes sound.
    public func silence() {
        withConsumerOut {
            phase.pointee = 0
            isHolding.store(true, ordering: .releasing)
            hasGoneSilent.store(true, ordering: .releasing)
        }
    }

    /// Whether nothing is given any more: the fade is done, or there was nothing left.
    public var isSilent: Bool { hasGoneSilent.load(ordering: .acquiring) }

    /// Whether the consumer wanted more than there was; reset by `release`.
    public var isStarved: Bool { hasStarved.load(ordering: .acquiring) }

    /// Whether the last frame before the end was given; reset by `release`.
    ///
    /// A consumer may note it just when the end mark is taken back: then it means nothing.
    public var isDrained: Bool {
        hasDrained.load(ordering: .acquiring) && ring.readIndex >= end.load(ordering: .acquiring)
    }

    /// How often the output ran dry.
    public var underrunCount: Int { underruns.load(ordering: .relaxed) }

    /// Linear gain, 1 for untouched samples; changes are ramped.
    public var volume: Float {
        get { Float(bitPattern: volumeBits.load(ordering: .relaxed)) }
        set { volumeBits.store(max(0, newValue).bitPattern, ordering: .relaxed) }
    }

    /// Goes back by frames that the output took and nobody heard, then holds; returns how many.
    ///
    /// So the fade begins near what is heard. For the output, while it pulls nothing.
    public func holdFrom(framesBack frames: Int) -> Int {
        var back = 0
        withConsumerOut {
            back = ring.rewind(by: frames)
            // What was taken had its full level, unless the ring ran dry within it.
            if back > 0, hasStarved.load(ordering: .acquiring) {
                phase.pointee = 1
                hasGoneSilent.store(false, ordering: .releasing)
            }
            isHolding.store(true, ordering: .releasing)
        }
        return back
    }

    /// Goes back by frames that the output took and nobody heard, to give them anew.
    ///
    /// Returns how many. For the output, while it pulls nothing.
    public func takeBack(framesBack frames: Int) -> Int {
        var back = 0
        withConsumerOut {
            if !hasGoneSilent.load(ordering: .acquiring) { back = ring.rewind(by: frames) }
        }
        return back
    }

    /// Moves the place from which frames are given next: forward over what was heard all the same, or back.
    ///
    /// For the output, while it pulls nothing.
    public func move(by frames: Int) {
        withConsumerOut {
            if frames < 0 { _ = ring.rewind(by: -frames) } else { ring.skip(frames) }
        }
    }

    /// Moves a second gain beside `volume` in a straight line, frame by frame, from the frame that
    /// is heard now.
    public func ramp(to gain: Float, over span: Duration, from index: Int) {
        let count = max(0, Int(format.frames(in: span)))
        withConsumerOut {
            let current = gainRamp.pointee.gain(at: index)
            gainRamp.pointee = GainRamp(from: current, to: gain, start: index, count: count)
        }
    }

    /// The second gain at a frame; from any thread but the output's.
    public func rampGain(at index: Int) -> Float {
        exclusion.withLock { _ in gainRamp.pointee.gain(at: index) }
    }

    /// Frames from an index on until the second gain has reached its goal, which comes with it.
    public func rampRest(at index: Int) -> (frames: Int, gain: Float) {
        exclusion.withLock { _ in (max(0, gainRamp.pointee.end - index), gainRamp.pointee.to) }
    }

    /// Brings the second gain to 1 at once: while nothing is heard.
    public func endRamp() {
        withConsumerOut { gainRamp.pointee = .none }
    }

    /// Sets who is to be woken when data comes.
    public func setClient(_ client: (any RendererClient)?) {
        self.client.withLock { $0 = client }
    }

    // MARK: - Producer

    /// Writes frames as far as there is room, and wakes an output that waits.
    public func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
        let count = ring.write(samples)
        if count > 0 { wakeConsumerIfWaiting() }
        return count
    }

    /// Drops all that was written and not yet given, and forgets the end.
    public func discardAll() {
        end.store(.max, ordering: .releasing)
        withConsumerOut {
            let before = ring.readIndex
            ring.discardAll()
            // What is dropped is not heard, and a gain on its way waits for what is.
            gainRamp.pointee.start += ring.readIndex - before
            hasDrained.store(false, ordering: .releasing)
        }
    }

    /// Says that nothing follows the frames written so far.
    public func markEnd() {
        setEnd(ring.writeIndex)
        wakeConsumer()
    }

    /// Takes the end mark back: another file follows without a gap.
    public func clearEnd() {
        end.store(.max, ordering: .releasing)
        hasDrained.store(false, ordering: .releasing)
    }

    /// Takes back what was written from an index on, and marks the end there; false where some of it
    /// was given already.
    ///
    /// For the controlling thread, while there is no producer.
    public func cut(at index: Int) -> Bool {
        var isCut = false
        withConsumerOut {
            guard ring.readIndex <= index, ring.writeIndex >= index else { return }
            ring.truncate(to: index)
            setEnd(index)
            isCut = true
        }
        if isCut { wakeConsumer() }
        return isCut
    }

    /// How often an end was marked: two items in one ring tell their ends apart by it.
    public var endMarkCount: Int { endMarks.load(ordering: .acquiring) }

    /// The index after the last frame; nil while it is not known.
    public var endIndex: Int? {
        let index = end.load(ordering: .acquiring)
        return index == .max ? nil : index
    }

    /// Blocks the producer until the ring is half empty, or its signal is given for another cause.
    public func waitForRoom() {
        isProducerWaiting.store(true, ordering: .sequentiallyConsistent)
        if ring.freeCount < lowRoom { producerSignal.wait() }
        isProducerWaiting.store(false, ordering: .sequentiallyConsistent)
    }
}

extension Renderer {
    /// 8 ms: short enough for a prompt pause, long enough to be no click.
    static func fadeFrames(_ format: AudioFormat) -> Int { format.sampleRate / 125 }

    private func setEnd(_ index: Int) {
        // In this order: who sees a new count sees no older end.
        end.store(index, ordering: .sequentiallyConsistent)
        endMarks.add(1, ordering: .sequentiallyConsistent)
    }

    private var lowRoom: Int { (ring.capacity - ring.history) / 2 }

    private func wakeConsumerIfWaiting() {
        if wantsData.exchange(false, ordering: .acquiringAndReleasing) { wakeConsumer() }
    }

    private func wakeConsumer() {
        client.withLock { $0 }?.dataArrived()
    }

    /// Keeps the consumer out, so that its side of the ring may be touched here; it never waits.
    private func withConsumerOut(_ body: () -> Void) {
        exclusion.withLock { _ in
            isGateClosed.store(true, ordering: .sequentiallyConsistent)
            while isPulling.load(ordering: .sequentiallyConsistent) { sched_yield() }
            body()
            isGateClosed.store(false, ordering: .sequentiallyConsistent)
        }
    }

    private func fadeOut(_ available: Int, _ output: inout Output) -> Int {
        let needed = Int((phase.pointee / fadeStep).rounded(.up))
        let count = min(available, needed)
        let given = emit(count, toward: 0, step: fadeStep, &output)
        // Too little for a whole fade: there is nothing after it that could click.
        if count == needed || available == ring.fillCount + given {
            phase.pointee = 0
            hasGoneSilent.store(true, ordering: .releasing)
            controlSignal.notify()
        }
        return given
    }

    private func finishPull(given: Int, asked: Int, isFading: Bool) {
        if !isFading, given < asked {
            wantsData.store(true, ordering: .sequentiallyConsistent)
            if ring.readIndex >= end.load(ordering: .acquiring) {
                hasDrained.store(true, ordering: .releasing)
                controlSignal.notify()
            }
        }
        if ring.freeCount >= lowRoom,
            isProducerWaiting.exchange(false, ordering: .acquiringAndReleasing)
        {
            producerSignal.notify()
        }
    }

    /// Where the next sample goes.
    private struct Output {
        var next: UnsafeMutablePointer<Int16>
        let channelCount: Int
    }

    private func emit(
        _ count: Int, toward goal: Float, step: Float, _ output: inout Output
    ) -> Int {
        guard count > 0 else { return 0 }
        let volume = Float(bitPattern: volumeBits.load(ordering: .relaxed))
        let channels = output.channelCount
        var place = ring.readIndex
        let ramp = gainRamp.pointee
        let isPlain = ramp.isNeutral(from: place)
        return ring.consume(upTo: count) { samples in
            guard let source = samples.baseAddress else { return }
            var target = output.next
            output.next += samples.count
            if isPlain, phase.pointee == goal, level.pointee == volume, goal == 1 {
                if volume == 1 {
                    SampleConversion.convert(source, to: target, count: samples.count)
                } else {
                    SampleConversion.convert(
                        source, to: target, count: samples.count, gain: volume)
                }
                return
            }
            var index = 0
            while index < samples.count {
                phase.pointee = Self.approach(phase.pointee, goal, step)
                level.pointee = Self.approach(level.pointee, volume, fadeStep / 2)
                // A smooth curve, so that not even the slope jumps.
                let smooth = phase.pointee * phase.pointee * (3 - 2 * phase.pointee)
                let gain = smooth * level.pointee * ramp.gain(at: place)
                for channel in 0..<channels {
                    target[channel] = SampleConversion.int16(source[index + channel] * gain)
                }
                place += 1
                target += channels
                index += channels
            }
        }
    }

    private static func approach(_ value: Float, _ goal: Float, _ step: Float) -> Float {
        value < goal ? min(goal, value + step) : max(goal, value - step)
    }
}
