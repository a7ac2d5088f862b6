import CLinux
@preconcurrency import Glibc

/// Blocking reads and writes on one connected socket.
struct Socket {
    let descriptor: Int32

    /// The next bytes; empty at the end or after an error (`recv`).
    func read(upTo count: Int = 16_384) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            var received = -1
            repeat {
                received = recv(descriptor, buffer.baseAddress, count, 0)
            } while received == -1 && errno == EINTR
            used = max(received, 0)
        }
    }

    /// Sends all bytes and says how many the kernel took before the peer was gone (`send`).
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                // Without SIGPIPE: a client that is gone is an everyday thing here.
                let count = send(
                    descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count == -1 && errno == EINTR { continue }
                guard count > 0 else { break }
                sent += count
            }
            return sent
        }
    }

    /// Makes the coming `close` a reset, after what was sent has arrived at the other side.
    func prepareReset() {
        // No event tells when the last byte is acknowledged, hence the short naps.
        while column_unacknowledged_bytes(descriptor) > 0 && !hasFailed { usleep(200) }
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    private var hasFailed: Bool {
        var watched = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&watched, 1, 0) > 0
    }
}
