@preconcurrency import Glibc

/// What a process that decodes strangers' pictures may use at most.
public enum PictureBounds {
    /// Memory, and with it what a picture of the largest size needs more than once.
    private static let memory: rlim_t = 1 << 30
    /// Seconds of processor time.
    private static let seconds: rlim_t = 5

    /// Sets them for this process, for good (setrlimit).
    public static func set() {
        bound(RLIMIT_AS, memory)
        bound(RLIMIT_CPU, seconds)
        bound(RLIMIT_CORE, 0)
        // It writes to its output only.
        bound(RLIMIT_FSIZE, 0)
        // Whatever the machine does else comes first.
        _ = nice(5)
    }

    private static func bound(_ resource: __rlimit_resource, _ limit: rlim_t) {
        let kind = __rlimit_resource_t(resource.rawValue)
        var value = rlimit()
        guard getrlimit(kind, &value) == 0 else { return }
        value.rlim_cur = min(limit, value.rlim_max)
        value.rlim_max = value.rlim_cur
        _ = setrlimit(kind, &value)
    }
}
