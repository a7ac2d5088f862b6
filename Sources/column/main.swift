import CLinux
import ColumnServices
import CommandLineUI
@preconcurrency import Glibc
import ThreadKit

// A standard descriptor that is closed would become the next file that is opened, and data would
// be written into it. So it is filled with one that refuses the use.
for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
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
