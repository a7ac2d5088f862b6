@preconcurrency import Glibc
import Synchronization

/// A closed door for a server's thread, which a test opens when it wants the thread to go on.
///
/// Once open it stays open. A thread that waits also goes on when its client hangs up.
public final class Gate: Sendable {
    /// What let a waiting thread through.
    enum Passage {
        case opened
        case hungUp
    }

    /// How many threads have come to this gate so far.
    public let arrivals = Watched(0)

    private let reader: Int32
    // The pipe's writing end until the gate opens: closing it is seen by every thread that polls.
    private let writer: Mutex<Int32?>

    /// Makes a closed gate.
    public init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "No descriptor is left for a pipe (errno \(errno)).")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = ends[0]
        writer = Mutex(ends[1])
    }

    deinit {
        open()
        close(reader)
    }

    /// Lets through all who wait, and all who come later.
    public func open() {
        writer.withLock { writer in
            if let descriptor = writer { close(descriptor) }
            writer = nil
        }
    }

    /// Suspends until threads have come to this gate.
    public func waitForArrivals(_ count: Int = 1) async throws(WaitError) {
        try await arrivals.wait(for: "\(count) arrivals at a gate") { $0 >= count }
    }

    /// Blocks this thread until the gate opens or the other side of a socket hangs up.
    func pass(watching socket: Int32) -> Passage {
        arrivals.update { $0 += 1 }
        var watched = [
            pollfd(fd: reader, events: 0, revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            if watched[0].revents != 0 { return .opened }
            if watched[1].revents != 0 {
                var byte: UInt8 = 0
                let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
                if count <= 0 { return .hungUp }
                // The client has sent its next request early: no reason to look again.
                watched[1].fd = -1
            }
        }
    }
}
