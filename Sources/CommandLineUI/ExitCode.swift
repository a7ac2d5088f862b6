/// How the program ends, for scripts; the numbers never change their meaning.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// All well.
    case success = 0
    /// A fault of this program.
    case internalError = 1
    /// The command line could not be understood.
    case usage = 2
    /// Some items failed; they were named.
    case someFailed = 3
    /// Nothing could be reached.
    case unreachable = 4
    /// Nothing, or more than one thing, is called so.
    case notFound = 5
    /// The disk is full.
    case diskFull = 6
    /// A login is needed.
    case login = 7
    /// Another run holds the lock that is needed; nothing was lost.
    case busy = 75
    /// Ended by SIGHUP.
    case hungUp = 129
    /// Ended by SIGINT.
    case interrupted = 130
    /// Whoever read the output went away.
    case brokenPipe = 141
    /// Ended by SIGTERM.
    case terminated = 143
}
