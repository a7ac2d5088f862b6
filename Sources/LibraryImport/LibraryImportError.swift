/// Why a file of another program cannot be read.
public enum LibraryImportError: Error, Sendable, Equatable {
    /// Nothing in it is known.
    case notRecognized
    /// It is a packed archive; what is in it must be unpacked first.
    case packed
    /// It is a database, which cannot be read from standard input.
    case needsFile
    /// It is a library or a backup of this program, which is restored, not imported.
    case ownLibrary
    /// It is damaged; what the library said.
    case damaged(detail: String)
    /// It is held by its program at the moment.
    case inUse
    /// It cannot be opened; what the library said.
    case cannotOpen(detail: String)
}
