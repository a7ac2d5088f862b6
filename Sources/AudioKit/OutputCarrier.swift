import Synchronization

/// Holds an output's thread from its opening to its end; callable from any thread.
public final class OutputCarrier: Sendable {
    private let thread = Mutex<ThreadedOutput?>(nil)

    init() {}

    var output: ThreadedOutput? { thread.withLock { $0 } }

    func hold(_ output: ThreadedOutput) {
        thread.withLock { $0 = output }
    }

    func take() -> ThreadedOutput? {
        thread.withLock { $0.take() }
    }
}
