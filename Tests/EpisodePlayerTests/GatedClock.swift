import AudioKit
import Synchronization
import ThreadKit

/// A clock that stands still at a time until it is let go: whatever happens then happens in time.
final class GatedClock: OutputClock {
    private let time = VirtualClock()
    private let stop: Duration
    private let isOpen = Atomic(false)
    private let signal = ThreadSignal()

    init(stoppingAt stop: Duration) {
        self.stop = stop
    }

    var now: Duration { time.now }
    var isVirtual: Bool { true }

    func open() {
        isOpen.store(true, ordering: .sequentiallyConsistent)
        signal.notify()
    }

    func sleep(until deadline: Duration) {
        while deadline > stop, !isOpen.load(ordering: .sequentiallyConsistent) { signal.wait() }
        time.sleep(until: deadline)
    }
}
