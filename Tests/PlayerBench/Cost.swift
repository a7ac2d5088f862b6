import AudioKit
@preconcurrency import Glibc

/// What this process has used so far (`getrusage`).
struct Cost {
    let cpu: Double
    let peakMemory: Int
    let switches: Int
    let time: Duration

    static func now() -> Cost {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Cost(usage)
    }

    init(_ usage: rusage) {
        func seconds(_ time: timeval) -> Double {
            Double(time.tv_sec) + Double(time.tv_usec) / 1e6
        }
        cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        peakMemory = Int(usage.ru_maxrss) / 1024
        // Each time that a thread waited it was waked up once.
        switches = Int(usage.ru_nvcsw)
        time = SteadyClock().now
    }

    /// Per cent of a core and wake-ups a second since an earlier moment.
    func since(_ before: Cost) -> (core: Double, wakeUps: Double) {
        let wall = (time - before.time) / .seconds(1)
        return ((cpu - before.cpu) / wall * 100, Double(switches - before.switches) / wall)
    }

    /// Runs a program of others to its end; nil where it is not there.
    static func of(_ path: String, _ arguments: [String]) -> Cost? {
        guard access(path, X_OK) == 0 else { return nil }
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, path, nil, nil, &words, environ) == 0 else { return nil }
        var usage = rusage()
        var status: Int32 = 0
        while wait4(process, &status, 0, &usage) == -1, errno == EINTR {}
        return Cost(usage)
    }
}
