import Synchronization
import ThreadKit

/// An output that nobody hears, paced by a clock as a device would be.
public final class NullOutput: ThreadedAudioOutput {
    /// The thread, while it is open.
    public let carrier = OutputCarrier()
    private let clock: any OutputClock
    private let recorder: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?

    /// Makes an output; `recorder` sees every block, for tests.
    public init(
        clock: any OutputClock = SteadyClock(),
        recorder: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)? = nil
    ) {
        self.clock = clock
        self.recorder = recorder
    }

    /// `null`.
    public var name: String { "null" }

    /// True with a virtual clock, which stands still while nothing comes.
    public var isUntimed: Bool { clock.isVirtual }

    /// Starts the thread.
    public func open(
        _ renderer: Renderer, onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) throws(AudioError) {
        let sink = PacedSink(format: renderer.format, clock: clock, recorder: recorder)
        let output = ThreadedOutput(
            name: "column-null", renderer: renderer, sink: sink, block: PacedSink.block,
            isUrgent: !clock.isVirtual, onEvent: onEvent)
        carrier.hold(output)
    }
}

/// Takes a block each time that the one before would have been heard.
private final class PacedSink: BlockSink {
    /// Twenty-five wake-ups a second, and a pause within one of them.
    static let block = Duration.milliseconds(40)

    private let format: AudioFormat
    private let clock: any OutputClock
    private let recorder: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?
    private let end = Mutex(Duration.zero)
    private let hurried = ThreadSignal()

    init(
        format: AudioFormat, clock: any OutputClock,
        recorder: (@Sendable (UnsafeBufferPointer<Int16>) -> Void)?
    ) {
        self.format = format
        self.clock = clock
        self.recorder = recorder
    }

    func write(_ block: UnsafeBufferPointer<Int16>) throws(AudioError) {
        recorder?(block)
        let length = format.duration(ofFrames: Int64(block.count / format.channelCount))
        let deadline = end.withLock { end in
            end = max(end, clock.now) + length
            return end
        }
        // A fade that is wanted meanwhile follows at once, at its time behind this block.
        if clock.isVirtual {
            clock.sleep(until: deadline)
        } else {
            let rest = deadline - clock.now
            if rest > .zero { hurried.wait(upTo: rest) }
        }
    }

    func hurry() {
        hurried.notify()
    }

    var pendingFrames: Int {
        let rest = end.withLock { $0 } - clock.now
        return rest > .zero ? Int(format.frames(in: rest)) : 0
    }

    func finish() {}
}
