@preconcurrency import Glibc
import Synchronization

/// What other threads want of the bus's thread.
final class BusMailbox: Sendable {
    enum Message: Sendable {
        case signal(path: String, interface: String, member: String, [BusValue])
        case call(PendingCall)
        case reply(BusReply)
        case close
    }

    /// To be polled for input; -1 when the system gave none.
    let descriptor: Int32
    private let sender: Int32
    private let messages = Mutex<[Message]>([])

    init() {
        var ends: [Int32] = [-1, -1]
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        _ = socketpair(AF_UNIX, kind, 0, &ends)
        descriptor = ends[0]
        sender = ends[1]
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            close(sender)
        }
    }

    func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        var byte: UInt8 = 1
        // When it is full, the thread is about to wake anyway.
        if sender >= 0 { _ = send(sender, &byte, 1, Int32(MSG_NOSIGNAL)) }
    }

    func take() -> [Message] {
        var bytes = [UInt8](repeating: 0, count: 256)
        while descriptor >= 0, recv(descriptor, &bytes, bytes.count, 0) > 0 {}
        return messages.withLock { messages in
            defer { messages.removeAll() }
            return messages
        }
    }
}
