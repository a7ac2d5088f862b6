@preconcurrency import Glibc
import ThreadKit

/// Does what blocks on the disk, on a thread of its own.
actor DiskWorker {
    private nonisolated let executor = ThreadExecutor(name: "disk")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Runs a blocking closure.
    func run<Value: Sendable>(_ body: @Sendable () throws(MediaError) -> Value)
        throws(MediaError) -> Value
    {
        try body()
    }
}
