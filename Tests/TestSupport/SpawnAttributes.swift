import CLinux
@preconcurrency import Glibc

/// Attributes for `posix_spawn`: default signals, none blocked, a process group of its own.
struct SpawnAttributes {
    /// Whether it begins a session, as the owner of a terminal must (`setsid`).
    let startsSession: Bool

    func withPointer<Result>(
        _ body: (UnsafePointer<posix_spawnattr_t>) -> Result
    ) -> Result {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift does not see.
        let setSession: Int32 = 0x80
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        flags |= startsSession ? setSession : POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return body(&attributes)
    }
}
