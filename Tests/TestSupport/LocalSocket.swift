@preconcurrency import Glibc

/// A socket of this machine at a path, closed with the value that holds it; it answers nobody.
public final class LocalSocket: Sendable {
    /// What it is bound with; -1 where that failed.
    public let descriptor: Int32

    /// Binds one: a stream's listens, a datagram's is to be read.
    public init(path: String, isStream: Bool) {
        let kind = isStream ? SOCK_STREAM : SOCK_DGRAM
        let descriptor = socket(AF_UNIX, Int32(kind.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, !isStream || listen(descriptor, 8) == 0 else {
            close(descriptor)
            self.descriptor = -1
            return
        }
        self.descriptor = descriptor
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
