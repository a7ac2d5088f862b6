import ColumnServices
import CommandLineUI
@preconcurrency import Glibc
import ThreadKit

// util-linux's column before anything else: this process becomes it.
let meansOther = HandOver.passOn(CommandLine.arguments)
run(CommandLine.arguments, meansOther: meansOther)

/// Runs the program on Swift's pool while the main thread waits.
///
/// Not by `await` at the top level: that ends in dispatch_main, which waits in sigsuspend(2) with
/// no signal blocked, so that SIGINT would kill the program instead of reaching `Interruption`.
func run(_ arguments: [String], meansOther: Bool) -> Never {
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
