import ColumnStore

/// Why a file cannot be put in place of the library.
public enum RestoreError: Error, Sendable, Equatable {
    /// The file is empty, or holds other things than a library.
    case noBackup(path: String)
    /// The file is damaged.
    case damaged(path: String, detail: String)
    /// The file was written by a later version of the program.
    case newerSchema(path: String, found: Int, known: Int)

    init(_ fault: BackupFault, path: String) {
        self =
            switch fault {
            case .noLibrary: .noBackup(path: path)
            case .damaged(let detail): .damaged(path: path, detail: detail)
            case .newerSchema(let found, let known):
                .newerSchema(path: path, found: found, known: known)
            }
    }
}
