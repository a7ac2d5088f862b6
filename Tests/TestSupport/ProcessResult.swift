/// How a child process ended and what it said.
public struct ProcessResult: Sendable, Equatable {
    /// The end of a process.
    public enum Ending: Sendable, Equatable {
        /// It exited with a code.
        case exited(Int32)
        /// A signal ended it.
        case signalled(Int32)
    }

    /// How it ended.
    public let ending: Ending
    /// All of standard output.
    public let outputBytes: [UInt8]
    /// All of standard error.
    public let errorBytes: [UInt8]

    /// The exit code, or 128 and the signal's number as shells say it.
    public var exitCode: Int32 {
        switch ending {
        case .exited(let code): code
        case .signalled(let signal): 128 + signal
        }
    }

    /// Standard output as text.
    public var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// Standard error as text.
    public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
}

extension ProcessResult: CustomStringConvertible {
    /// The ending and both outputs, as a failing test shows them.
    public var description: String { "\(ending), output “\(output)”, errors “\(errors)”" }
}
