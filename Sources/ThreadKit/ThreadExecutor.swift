@preconcurrency import Glibc
import Synchronization

/// A serial executor with a thread of its own, for actors that call blocking C.
///
/// Swift's pool has as many threads as cores and does not grow: a blocking call in a plain actor
/// stalls everything else. Jobs run in the order in which they come. The thread ends when the
/// executor is no longer referenced and its jobs are done.
public final class ThreadExecutor: SerialExecutor {
    private let queue = JobQueue()

    /// Starts a thread; its name shows in `top -H` (15 bytes at most count).
    public init(name: String) {
        let queue = queue
        startThread(name: name) { queue.run() }
    }

    deinit {
        queue.finish()
    }

    /// Hands a job to the thread.
    public func enqueue(_ job: consuming ExecutorJob) {
        queue.append(UnownedJob(job), executor: asUnownedSerialExecutor())
    }

    /// The reference by which the runtime knows this executor.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

/// Jobs that wait for the thread, guarded by a mutex and announced by a condition.
private final class JobQueue: Sendable {
    private struct State {
        var jobs: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
        var isFinished = false
    }

    private let state = Mutex(State())
    private let signal = ThreadSignal()

    func append(_ job: UnownedJob, executor: UnownedSerialExecutor) {
        state.withLock { $0.jobs.append((job, executor)) }
        signal.notify()
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        signal.notify()
    }

    func run() {
        while true {
            let (jobs, isFinished) = state.withLock { state in
                defer { state.jobs.removeAll() }
                return (state.jobs, state.isFinished)
            }
            for entry in jobs {
                entry.job.runSynchronously(on: entry.executor)
            }
            if jobs.isEmpty {
                if isFinished { return }
                signal.wait()
            }
        }
    }
}
