public import Localization

/// What the interface needs of the program that it is a part of.
public struct InterfaceProgram: Sendable {
    /// Runs the program itself with some words and without a terminal; answers its exit code.
    ///
    /// Its output is handed over line by line. Cancelling the task ends it.
    public typealias Run =
        @Sendable (_ words: [String], _ onLine: @escaping @Sendable (String) -> Void) async -> Int32

    /// The names of the commands, for completion.
    public var commandNames: [String]
    /// How far a skip goes forward.
    public var skipForward: Duration
    /// How far a skip goes back.
    public var skipBack: Duration
    /// Runs the program itself.
    public var run: Run
    /// Starts the program itself with words as a player in the background; false where it does not
    /// play.
    public var startPlayer: @Sendable (_ words: [String]) async -> Bool
    /// Starts the program itself with words, to go on without this one; false where it does not.
    public var startBehind: @Sendable (_ words: [String]) -> Bool
    /// What may stand in place of the last of some words of the command line, with that at its start.
    public var complete: @Sendable (_ words: [String]) async -> [String]
    /// What codes of errors mean, where it is not said in the language of those who gave them; empty
    /// in English.
    public var codes: [String: Message]
    /// Runs the program itself with words; answers what it wrote, nil where it failed.
    public var output: @Sendable (_ words: [String]) async -> [UInt8]?
    /// The sentence for an error.
    public var describe: @Sendable (any Error) -> Message

    /// Makes a description.
    public init(
        commandNames: [String], skipForward: Duration, skipBack: Duration, run: @escaping Run,
        startPlayer: @escaping @Sendable ([String]) async -> Bool,
        startBehind: @escaping @Sendable ([String]) -> Bool,
        complete: @escaping @Sendable ([String]) async -> [String],
        codes: [String: Message] = [:],
        output: @escaping @Sendable ([String]) async -> [UInt8]?,
        describe: @escaping @Sendable (any Error) -> Message
    ) {
        self.commandNames = commandNames
        self.skipForward = skipForward
        self.skipBack = skipBack
        self.run = run
        self.startPlayer = startPlayer
        self.startBehind = startBehind
        self.complete = complete
        self.codes = codes
        self.output = output
        self.describe = describe
    }
}
