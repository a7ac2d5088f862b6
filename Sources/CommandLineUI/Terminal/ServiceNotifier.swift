@preconcurrency import Glibc

/// Tells the service manager what is being done (sd_notify(3)); does nothing outside of a service.
struct ServiceNotifier: Sendable {
    private let path: String?

    /// Takes the socket that the environment names.
    init(environment: [String: String]) {
        path = environment["NOTIFY_SOCKET"].flatMap {
            $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil
        }
    }

    /// Shows a line in `systemctl --user status column`.
    func status(_ text: String) {
        send("STATUS=" + text.replacing("\n", with: " "))
    }

    /// Sends a datagram; a manager that does not listen is no reason to fail.
    private func send(_ message: String) {
        guard let path else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name that begins with @ is in the abstract namespace, which begins with a zero.
        let name = path.hasPrefix("@") ? [0] + Array(path.dropFirst().utf8) : Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count < room else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let socket = Glibc.socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        let isAbstract = path.hasPrefix("@")
        let length =
            MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? MemoryLayout<sa_family_t>.size
        let bytes = Array(message.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                sendto(
                    socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), pointer,
                    socklen_t(length + name.count + (isAbstract ? 0 : 1)))
            }
        }
    }
}
