/// Why a child process is of no use to a test.
public enum ChildProcessError: Error {
    /// The system did not start it.
    case cannotStart(path: String, errno: Int32)
    /// The system has no terminal to give (`openpty`).
    case noTerminal(errno: Int32)
    /// It ended before it had written what was awaited.
    case endedEarly(command: String, result: ProcessResult)
    /// It runs on and has not written what was awaited.
    case isSilent(command: String, about: String, result: ProcessResult)
    /// It was killed because it did not end in time.
    case didNotEnd(command: String, result: ProcessResult)
}
