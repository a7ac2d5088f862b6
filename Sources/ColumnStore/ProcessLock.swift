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
    /// other as well.
    public init?(path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
