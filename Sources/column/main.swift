import CLinux
import ColumnServices
import CommandLineUI
@preconcurrency import Glibc
import Localization
import ThreadKit

// A standard descriptor that is closed would become the next file that is opened, and data would
// be written into it. So it is filled with one that refuses the use.
for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
}

// With fewer, the runtime itself traps where it finds none for its timers (libdispatch, epoll).
let fewestFiles: rlim_t = 64
if takeFiles() < fewestFiles {
    let words: Message =
        """
        column: error: Only \(takeFiles()) files may be open at once, and \(fewestFiles) are needed.
        Raise the number: “ulimit -n 1024”.

        """
    let text = words.text(in: Language(environment: ProcessEnvironment.current()))
    _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(1)
}

// util-linux's column before anything else: this process becomes it.
let meansOther = HandOver.passOn(CommandLine.arguments)
run(CommandLine.arguments, meansOther: meansOther)

/// Runs the program on Swift's pool while the main thread waits.
///
/// Not by `await` at the top level: that ends in dispatch_main, which waits in sigsuspend(2) with
/// no signal blocked, so that SIGINT would kill the program instead of reaching `Interruption`.
func run(_ arguments: [String], meansOther: Bool) -> Never {
    // A crash leaves no file with passwords in it.
    _ = column_forbid_core()
    // Folders 0700, files 0600, whoever makes them.
    umask(0o077)
    let interruption = Interruption()
    interruption.start()
    Task.detached {
        let code = await CommandLineTool.run(
            Array(arguments.dropFirst()), meansOther: meansOther,
            environment: ProcessEnvironment.current(), interruption: interruption)
        exit(code.rawValue)
    }
    let forever = ThreadSignal()
    while true { forever.wait() }
}

/// Takes as many descriptors as are allowed, up to 1,024, and gives how many that are (`setrlimit`).
func takeFiles() -> rlim_t {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return 1_024 }
    let wanted = min(limit.rlim_max, 1_024)
    if limit.rlim_cur < wanted {
        var raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
        if setrlimit(kind, &raised) == 0 { limit.rlim_cur = wanted }
    }
    return limit.rlim_cur
}
