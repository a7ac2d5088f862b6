import CLinux
@preconcurrency import Glibc

/// Starts a detached thread with a name (`pthread_create`); signals stay with the main thread.
///
/// Running out of threads is a state in which nothing here can go on, so it traps.
public func startThread(name: String, _ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(ThreadBody(name: name, run: body))
    var blocked = sigset_t()
    var previous = sigset_t()
    sigfillset(&blocked)
    // A crash is for the thread that has it: blocked, its handlers would be passed over.
    for crash in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&blocked, crash) }
    // The new thread inherits the mask: signals are for whoever waits for them, not for workers.
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, runThreadBody, context.toOpaque())
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    precondition(code == 0, "The system refuses to start another thread (pthread_create: \(code)).")
    pthread_detach(thread)
}

private final class ThreadBody: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
        self.name = name
        self.run = run
    }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let body = Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue()
    // The kernel takes 15 bytes at most and refuses longer names.
    pthread_setname_np(pthread_self(), String(body.name.prefix(15)))
    body.run()
    return nil
}
