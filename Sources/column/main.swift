import ColumnServices
import CommandLineUI
@preconcurrency import Glibc

// util-linux's column before anything else: this process becomes it.
let meansOther = HandOver.passOn(CommandLine.arguments)
// Folders 0700, files 0600, whoever makes them.
umask(0o077)
let interruption = Interruption()
interruption.start()
let code = await CommandLineTool.run(
    Array(CommandLine.arguments.dropFirst()), meansOther: meansOther,
    environment: ProcessEnvironment.current(), interruption: interruption)
exit(code.rawValue)
