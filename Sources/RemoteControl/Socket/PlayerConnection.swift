@preconcurrency import Glibc
import Synchronization

/// One blocking connection to a player.
final class PlayerConnection: Sendable {
    /// A status with very many buffered ranges stays far below.
    private static let maximumLine = 4 << 20

    private let descriptor: Int32
    private let input = Mutex(LineBuffer())

    /// Connects; an answer may take so many seconds, or for ever with 0.
    init(directory: String, patience: Int) throws(ControlSocketError) {
        descriptor = try ControlSocket.connect(in: directory)
        var time = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit {
        close(descriptor)
    }

    /// Makes a thread that waits in `receive` return.
    func hangUp() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    func send(_ request: ControlRequest) throws(ControlSocketError) {
        var rest = request.line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw errno == EAGAIN ? .timedOut : .brokenOff
            }
        }
    }

    /// Blocks until the player says something; only one thread may ask.
    func receive() throws(ControlSocketError) -> ControlResponse {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let line = input.withLock({ $0.takeLine() }) {
                guard let response = ControlResponse(line: line) else { continue }
                return response
            }
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count > 0 {
                let size = input.withLock { input in
                    input.append(chunk[..<count])
                    return input.count
                }
                guard size <= Self.maximumLine else { throw .brokenOff }
            } else if count == 0 || errno != EINTR {
                throw count < 0 && errno == EAGAIN ? .timedOut : .brokenOff
            }
        }
    }
}
