import Synchronization
import ThreadKit

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
    private let end = ThreadSignal()

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

    func announceEnd() { end.notify() }

    /// Blocks until the thread has ended; a second caller does not wait.
    func waitForEnd() { end.wait(upTo: .seconds(2)) }
}
