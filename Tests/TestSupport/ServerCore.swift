@preconcurrency import Glibc
import Synchronization
import ThreadKit

/// The state that a server's threads share; it outlives the server by as long as they need.
final class ServerCore: Sendable {
    private struct Connections {
        var open: Set<Int32> = []
        var count = 0
        var isStopped = false
    }

    let log = RequestLog()
    let routes = Mutex<[String: LoopbackServer.Handler]>([:])
    let rest = Mutex<LoopbackServer.Handler?>(nil)
    let port: UInt16
    private let listener: Int32
    private let requestCounts = Mutex<[String: Int]>([:])
    private let connections = Mutex(Connections())

    var base: String { "http://127.0.0.1:\(port)" }

    init(port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        precondition(descriptor >= 0, "No socket (errno \(errno)).")
        var yes: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0
                    && listen(descriptor, 1_024) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        precondition(isListening, "Cannot listen on 127.0.0.1:\(port) (errno \(errno)).")
        listener = descriptor
        self.port = UInt16(bigEndian: address.sin_port)
    }

    /// Accepts until stopped, with a thread a connection.
    func acceptConnections() {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor == -1 && (errno == EINTR || errno == ECONNABORTED) { continue }
            guard descriptor >= 0 else { break }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            var yes: Int32 = 1
            setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes,
                socklen_t(MemoryLayout<Int32>.size))
            let number = connections.withLock { connections in
                guard !connections.isStopped else { return nil as Int? }
                connections.count += 1
                connections.open.insert(descriptor)
                return connections.count
            }
            guard let number else {
                close(descriptor)
                break
            }
            startThread(name: "loopback-\(number)") { [self] in
                ServerConnection(core: self, descriptor: descriptor, number: number).serve()
                connections.withLock { _ = $0.open.remove(descriptor) }
                close(descriptor)
            }
        }
        close(listener)
    }

    func stop() {
        connections.withLock { connections in
            guard !connections.isStopped else { return }
            connections.isStopped = true
            // Shutting down wakes the threads that accept, read, write or wait at a gate.
            shutdown(listener, Int32(SHUT_RDWR))
            for descriptor in connections.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    func nextNumber(of path: String) -> Int {
        requestCounts.withLock { counts in
            counts[path, default: 0] += 1
            return counts[path, default: 0]
        }
    }

    func answer(_ request: Request) -> Response {
        let handler = routes.withLock { $0[request.path] } ?? rest.withLock { $0 }
        return handler?(request) ?? Response(status: 404, text: "<html>Not Found</html>")
    }
}
