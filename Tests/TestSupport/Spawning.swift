import CLinux
@preconcurrency import Glibc

/// Lends strings as C wants them: an array of pointers with a null at its end.
func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}

/// Runs a write to a pipe so that a reader that is gone gives EPIPE, and no signal to the process.
func withoutBrokenPipeSignal(_ write: () -> Int) -> Int {
    var brokenPipe = sigset_t()
    var previous = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &previous)
    let count = write()
    let code = errno
    if count == -1 && code == EPIPE {
        var noTime = timespec()
        sigtimedwait(&brokenPipe, nil, &noTime)
    }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
    errno = code
    return count
}
