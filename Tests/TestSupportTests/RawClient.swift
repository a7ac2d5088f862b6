@preconcurrency import Glibc

/// A client that does nothing on its own: what it sends and reads is what the test says.
///
/// It blocks its thread, which is right only against a server with threads of its own.
final class RawClient: Sendable {
    private let descriptor: Int32

    init(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        precondition(isConnected, "Cannot connect to port \(port) (errno \(errno)).")
    }

    deinit {
        close(descriptor)
    }

    func send(_ method: String = "GET", _ path: String, _ fields: [String] = []) {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: test"] + fields
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads up to the end, and says with which errno it came (0: in order).
    func readToEnd() -> (bytes: [UInt8], code: Int32) {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            let code = errno
            if count <= 0 { return (all, count == 0 ? 0 : code) }
            all += chunk[..<count]
        }
    }

    /// Reads so many bytes, or fewer where the stream ends.
    func read(_ count: Int) -> [UInt8] {
        var all: [UInt8] = []
        var byte: UInt8 = 0
        while all.count < count && recv(descriptor, &byte, 1, 0) == 1 { all.append(byte) }
        return all
    }

    /// Reads one answer with a Content-Length (none after HEAD and 304).
    func readAnswer(hasBody: Bool = true) -> (head: [String], body: [UInt8]) {
        var head: [UInt8] = []
        while !head.ends(with: Array("\r\n\r\n".utf8)) {
            let next = read(1)
            if next.isEmpty { break }
            head += next
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        let length = lines.first { $0.hasPrefix("Content-Length: ") }
            .flatMap { Int($0.dropFirst("Content-Length: ".count)) }
        return (lines, hasBody ? read(length ?? 0) : [])
    }

    /// Fetches one address over a connection of its own, up to the end of that.
    static func fetch(
        _ server: UInt16, _ path: String, method: String = "GET", _ fields: [String] = []
    ) -> (head: [String], body: [UInt8], code: Int32) {
        let client = RawClient(port: server)
        client.send(method, path, ["Connection: close"] + fields)
        let (bytes, code) = client.readToEnd()
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return ([], [], code) }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        return (
            head.split(separator: "\r\n").map(String.init), Array(bytes[end.upperBound...]), code
        )
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: [UInt8]) -> Bool {
        count >= suffix.count && Array(self[(count - suffix.count)...]) == suffix
    }
}
