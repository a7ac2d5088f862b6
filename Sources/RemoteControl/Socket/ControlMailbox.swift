import Synchronization

/// What other threads tell the socket's thread.
final class ControlMailbox: Sendable {
    enum Message: Sendable {
        /// The player changed.
        case changed(PlaybackChange)
        /// A client's command is done.
        case finished(client: Int, ControlResponse)
        /// End.
        case close
    }

    let waker: WakeSocket
    private let messages = Mutex<[Message]>([])
    private let end = Mutex(End())

    private struct End {
        var isReached = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    init() throws(ControlSocketError) {
        waker = try WakeSocket()
    }

    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        waker.wake()
    }

    func take() -> [Message] {
        waker.drain()
        return messages.withLock { messages in
            defer { messages.removeAll() }
            return messages
        }
    }

    func announceEnd() {
        let waiters = end.withLock { end in
            end.isReached = true
            defer { end.waiters.removeAll() }
            return end.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Suspends until the thread has ended.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isReached = end.withLock { end in
                if !end.isReached { end.waiters.append(continuation) }
                return end.isReached
            }
            if isReached { continuation.resume() }
        }
    }
}
