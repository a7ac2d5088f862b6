@preconcurrency import Glibc
import Synchronization

/// One connection to a player.
final class PlayerConnection: Sendable {
    /// A status with very many buffered ranges stays far below.
    private static let maximumLine = 4 << 20

    /// The process that listens, as the kernel knows it.
    let processID: Int32?
    private let descriptor: Int32
    private let input = Mutex(LineBuffer())

    /// Connects, for so long at most: a player that does not accept lets clients wait.
    init(directory: String, patience: Duration) throws(ControlSocketError) {
        descriptor = try ControlSocket.connect(in: directory, patience: patience)
        processID = ControlSocket.peerProcessID(descriptor)
    }

    deinit {
        close(descriptor)
    }

    /// Makes a thread that waits in `receive` return.
    func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Sends; throws `.notAnswering` where the player takes nothing until a moment.
    func send(
        _ request: ControlRequest, until deadline: ContinuousClock.Instant
    ) throws(ControlSocketError) {
        var rest = request.line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress, $0.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                try wait(for: POLLOUT, until: deadline)
            } else if errno != EINTR {
                throw .brokenOff
            }
        }
    }

    /// Blocks until the player says something, until a moment at most, or with nil for as long as it
    /// takes; only one thread may ask.
    func receive(
        until deadline: ContinuousClock.Instant?
    ) throws(ControlSocketError) -> ControlResponse {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let line = input.withLock({ $0.takeLine() }) {
                guard let response = ControlResponse(line: line) else { continue }
                return response
            }
            try wait(for: POLLIN, until: deadline)
            let count = recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                let size = input.withLock { input in
                    input.append(chunk[..<count])
                    return input.count
                }
                guard size <= Self.maximumLine else { throw .brokenOff }
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                throw .brokenOff
            }
        }
    }

    /// Waits for the socket; the deadline is for all of an answer, so that crumbs do not stretch it.
    private func wait(
        for event: Int32, until deadline: ContinuousClock.Instant?
    ) throws(ControlSocketError) {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = (deadline - ContinuousClock.now) / .milliseconds(1)
                guard left > 0 else { throw .notAnswering(processID: processID) }
                milliseconds = Int32(min(left.rounded(.up), 60_000))
            }
            let count = poll(&entry, 1, milliseconds)
            if count > 0 { return }
            if count < 0, errno != EINTR { throw .brokenOff }
        }
    }
}
