@preconcurrency import Glibc

/// The control socket's files and system calls.
enum ControlSocket {
    static func path(in directory: String) -> String { directory + "/player.sock" }

    static func lockPath(in directory: String) -> String { directory + "/player.lock" }

    /// Connects to the player's socket; the descriptor blocks.
    ///
    /// - Parameter patience: how long a player may leave the client in its backlog; nil: for ever.
    static func connect(
        in directory: String, patience: Duration? = nil
    ) throws(ControlSocketError) -> Int32 {
        let path = path(in: directory)
        let descriptor = try make(flags: 0, path: path)
        do throws(ControlSocketError) {
            if let patience {
                // Of this kind of socket, the backlog's wait goes by the time for sending.
                var time = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
                setsockopt(
                    descriptor, SOL_SOCKET, SO_SNDTIMEO, &time,
                    socklen_t(MemoryLayout<timeval>.size))
            }
            let code = try withAddress(of: "player.sock", in: directory) { address, length in
                Glibc.connect(descriptor, address, length) == 0 ? 0 : errno
            }
            switch code {
            case 0: break
            // Nobody listens: never started, ended, or killed and the file left behind.
            case ENOENT, ECONNREFUSED, ENOTDIR: throw .notRunning
            case EAGAIN: throw .notAnswering(processID: nil)
            default: throw .system(call: "connect", path: path, errno: code)
            }
            guard isPeerOurs(descriptor) else { throw .foreign(path: path) }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Listens in a folder, whose player lock the caller holds: a socket that is there is stale.
    static func listen(in directory: String) throws(ControlSocketError) -> Int32 {
        let path = path(in: directory)
        let descriptor = try make(flags: Int32(SOCK_NONBLOCK.rawValue), path: path)
        // Before `bind`, which makes the file with these permissions: at no moment can others
        // connect, and the process's umask, which all threads share, stays as it is.
        var code = fchmod(descriptor, 0o600) == 0 ? 0 : errno
        if code == 0 {
            let name = "player.sock.new"
            unlink(directory + "/" + name)
            code = try withAddress(of: name, in: directory) { address, length in
                bind(descriptor, address, length) == 0 ? 0 : errno
            }
            if code == 0, Glibc.listen(descriptor, 16) != 0 { code = errno }
            // Only a socket that listens gets the name that clients know.
            if code == 0, rename(directory + "/" + name, path) != 0 { code = errno }
        }
        guard code == 0 else {
            close(descriptor)
            throw .system(call: "bind", path: path, errno: code)
        }
        return descriptor
    }

    /// Whether the process at the other end is of this user (SO_PEERCRED).
    static func isPeerOurs(_ descriptor: Int32) -> Bool {
        peerCredentials(descriptor)?[1] == geteuid()
    }

    /// The process that made the other end; nil where another namespace hides it.
    static func peerProcessID(_ descriptor: Int32) -> Int32? {
        peerCredentials(descriptor).flatMap { $0[0] == 0 ? nil : Int32(exactly: $0[0]) }
    }

    private static func peerCredentials(_ descriptor: Int32) -> [UInt32]? {
        // Process, user and group: `struct ucred`, which Swift's Glibc does not show.
        var credentials: [UInt32] = [0, 0, 0]
        let size = credentials.count * MemoryLayout<UInt32>.size
        var length = socklen_t(size)
        let code = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        return code == 0 && length == size ? credentials : nil
    }

    /// Takes the lock that one player of a user holds, as long as the descriptor is open.
    static func takeLock(in directory: String) throws(ControlSocketError) -> Int32 {
        let path = lockPath(in: directory)
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .system(call: "open", path: path, errno: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            if code == EWOULDBLOCK { throw .alreadyRunning }
            throw .system(call: "flock", path: path, errno: code)
        }
        return descriptor
    }

    /// Makes the runtime folder (0700) where it is missing, with its parents.
    static func makeDirectory(_ path: String) throws(ControlSocketError) {
        if mkdir(path, 0o700) == 0 { return }
        let code = errno
        if code == EEXIST { return }
        let parent = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        guard code == ENOENT, path.hasPrefix("/"), !parent.isEmpty else {
            throw .system(call: "mkdir", path: path, errno: code)
        }
        try makeDirectory(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .system(call: "mkdir", path: path, errno: errno)
        }
    }

    private static func make(flags: Int32, path: String) throws(ControlSocketError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | flags
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", path: path, errno: errno) }
        return descriptor
    }

    /// Calls with the address of a file in a folder.
    ///
    /// Addresses hold 107 bytes only; for longer paths the folder is named by a descriptor of it.
    private static func withAddress(
        of name: String, in directory: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(ControlSocketError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        var path = directory + "/" + name
        var folder: Int32 = -1
        if path.utf8.count >= room {
            folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else {
                if errno == ENOENT { return ENOENT }
                throw .system(call: "open", path: directory, errno: errno)
            }
            path = "/proc/self/fd/\(folder)/\(name)"
        }
        defer { if folder >= 0 { close(folder) } }
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: path.utf8.prefix(room - 1))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
