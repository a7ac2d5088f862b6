import Synchronization
import ThreadKit

/// Where a thread puts blocks of samples: the part in which simple outputs differ.
protocol BlockSink: AnyObject, Sendable {
    /// Takes a block and returns when the next one is wanted. Output's thread only.
    func write(_ block: UnsafeBufferPointer<Int16>) throws(AudioError)

    /// Frames that were taken and are not heard yet. Any thread.
    var pendingFrames: Int { get }

    /// Makes the wait in `write` end early, since a fade is wanted. Any thread.
    func hurry()

    /// Ends it; nothing is written afterwards. Output's thread only.
    func finish()
}

extension BlockSink {
    /// Nothing: the device itself waits.
    func hurry() {}
}

/// An output thread that carries blocks from a renderer to a sink.
final class ThreadedOutput: RendererClient {
    private let renderer: Renderer
    private let sink: any BlockSink
    private let blockFrames: Int
    private let isUrgent: Bool
    private let onEvent: @Sendable (AudioOutputEvent) -> Void
    private let signal = ThreadSignal()
    private let isClosing = Atomic(false)
    private let closed = ThreadSignal()

    init(
        name: String, renderer: Renderer, sink: any BlockSink, block: Duration, isUrgent: Bool,
        onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
    ) {
        self.renderer = renderer
        self.sink = sink
        self.isUrgent = isUrgent
        self.onEvent = onEvent
        blockFrames = max(1, Int(renderer.format.frames(in: block)))
        renderer.setClient(self)
        startThread(name: name) { [self] in run() }
    }

    var heardIndex: Int { max(0, renderer.ring.readIndex - sink.pendingFrames) }

    func resume(fadingIn: Bool) {
        renderer.release(fadingIn: fadingIn)
    }

    /// Waits for the fade, but not for a device that takes nothing any more.
    func pause() {
        renderer.hold()
        sink.hurry()
        signal.notify()
        let clock = SteadyClock()
        let deadline = clock.now + .milliseconds(150)
        while !renderer.isSilent, clock.now < deadline {
            clock.sleep(until: clock.now + .milliseconds(2))
        }
        if !renderer.isSilent { renderer.silence() }
    }

    /// Ends the thread; a sink that hangs is left to itself.
    func close() {
        renderer.setClient(nil)
        isClosing.store(true, ordering: .releasing)
        signal.notify()
        closed.wait(upTo: .milliseconds(500))
    }

    func dataArrived() {
        signal.notify()
    }

    private func run() {
        let capacity = blockFrames * renderer.format.channelCount
        let block = UnsafeMutablePointer<Int16>.allocate(capacity: capacity)
        defer { block.deallocate() }
        while !isClosing.load(ordering: .acquiring) {
            let count = renderer.pull(into: block, frames: blockFrames, isUrgent: isUrgent)
            guard count > 0 else {
                signal.wait()
                continue
            }
            do throws(AudioError) {
                try sink.write(
                    UnsafeBufferPointer(start: block, count: count * renderer.format.channelCount))
            } catch {
                renderer.silence()
                onEvent(.lost(detail: "\(error)"))
                break
            }
        }
        sink.finish()
        closed.notify()
    }
}
