import CLinux
@preconcurrency import Glibc

/// A latch between threads: `notify` lets the next `wait` through, however often it was called.
///
/// A semaphore and not a condition variable, so that `notify` never blocks and is safe to call
/// from a real-time thread and a signal handler (`sem_post(3)`).
public final class ThreadSignal: Sendable {
    // Guarded by the semaphore's own atomicity; the memory lives as long as this object.
    private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

    /// Makes a signal that has not been given.
    public init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Wakes the waiting thread, or the next one that waits (`sem_post`).
    public func notify() {
        sem_post(semaphore)
    }

    /// Blocks this thread until it is notified; earlier notifications are consumed together.
    public func wait() {
        while sem_wait(semaphore) == -1 && errno == EINTR {}
        drain()
    }

    /// Blocks until notified, but no longer than a timeout; says whether it was notified.
    @discardableResult
    public func wait(upTo timeout: Duration) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let parts = timeout.components
        deadline.tv_sec += Int(clamping: parts.seconds)
        deadline.tv_nsec += Int(parts.attoseconds / 1_000_000_000)
        if deadline.tv_nsec >= 1_000_000_000 {
            deadline.tv_nsec -= 1_000_000_000
            deadline.tv_sec += 1
        }
        while sem_clockwait(semaphore, CLOCK_MONOTONIC, &deadline) == -1 {
            guard errno == EINTR else { return false }
        }
        drain()
        return true
    }

    private func drain() {
        while sem_trywait(semaphore) == 0 {}
    }
}
