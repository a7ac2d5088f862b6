import CLinux
@preconcurrency import Glibc

/// A lock between processes that the kernel gives back when its holder ends, however it ends.
///
/// A row with an expiry would outlive a killed process, or die under a suspended one.
public final class ProcessLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of a file, which is made where it is missing; nil when another holds it.
    ///
    /// The lock is that of an open file (`flock`), so that two owners in one process exclude each
    /// other as well. A lock that cannot be had for another reason is an error: nobody holds it.
    public init?(path: String) throws(StoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.error(errno, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            if code == EWOULDBLOCK { return nil }
            throw Self.error(code, path: path)
        }
        self.descriptor = descriptor
    }

    private static func error(_ code: Int32, path: String) -> StoreError {
        switch code {
        case ENOSPC, EDQUOT: .diskFull
        case EROFS, EACCES, EPERM: .readOnly
        default: .cannotOpen(path: path, detail: String(cString: strerror(code)))
        }
    }

    deinit {
        close(descriptor)
    }
}
