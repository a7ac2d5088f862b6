public import ColumnModel

/// What the directories answered together.
public struct DirectoryAnswer: Sendable, Equatable {
    /// What was found, each feed once, by turns of the directories.
    public let results: [DirectoryResult]
    /// The directories that could not be asked.
    public let failures: [DirectoryFailure]
}

/// Why a directory gave nothing.
public struct DirectoryFailure: Sendable, Equatable {
    /// Which one.
    public let directory: DirectoryKind
    /// What went wrong; nil where the answer was none of such a directory.
    public let failure: Failure?
}
