@preconcurrency import Glibc

/// Lets any thread wake one that waits in `poll`: a pair of connected sockets.
final class WakeSocket: Sendable {
    /// To be polled for input.
    let descriptor: Int32
    private let sender: Int32

    init() throws(ControlSocketError) {
        var ends: [Int32] = [-1, -1]
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .system(call: "socketpair", path: "", errno: errno)
        }
        descriptor = ends[0]
        sender = ends[1]
    }

    deinit {
        close(descriptor)
        close(sender)
    }

    func wake() {
        var byte: UInt8 = 1
        // When it is full, the thread is about to wake anyway.
        _ = send(sender, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
    }
}
