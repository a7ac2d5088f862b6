import Localization

/// Why a command line could not be understood.
enum UsageError: Error, Sendable, Equatable {
    /// There is no such command; the nearest ones.
    case unknownCommand(String, parent: [String], suggestions: [String])
    /// There is no such command; another tool calls so what these command lines do.
    case synonym(String, commands: [String])
    /// A command below this one must be named.
    case missingCommand(parent: [String], known: [String])
    /// The command has no such option; the nearest ones.
    case unknownOption(String, command: [String], suggestions: [String])
    /// The option needs a value.
    case missingValue(OptionDescription, command: [String])
    /// The option takes none.
    case unexpectedValue(OptionDescription, command: [String])
    /// The option was given twice.
    case repeated(OptionDescription, command: [String])
    /// The value has another form.
    case badValue(String, name: String, kind: ValueKind, command: [String])
    /// Something must stand there.
    case missingOperand(OperandDescription, command: [String])
    /// Nothing more may stand there.
    case unexpectedOperand(String, command: [String])
    /// Another option must be given too.
    case missingOption(OptionDescription, command: [String])
    /// Two things that exclude each other.
    case conflict(Message, Message, command: [String])
    /// A terminal is needed to ask for what was not given.
    case needsAnswer(option: String, command: [String])
    /// util-linux's column was meant, and there is none on PATH.
    case noOtherColumn(String?)
}
