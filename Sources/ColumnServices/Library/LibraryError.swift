public import ColumnModel
import ColumnStore

/// Why the library could not give or take what was asked.
public enum LibraryError: Error, Sendable, Equatable {
    /// The file cannot be opened or made.
    case cannotOpen(path: String, detail: String)
    /// The file was written by a later version of the program.
    case newerSchema(path: String, found: Int, known: Int)
    /// Another process held the lock for too long.
    case busy
    /// The file system is full.
    case diskFull
    /// The file is damaged.
    case damaged(detail: String)
    /// The file or its folder may not be written.
    case readOnly
    /// The database refused for another reason.
    case failed(code: Int32, detail: String)
    /// Nothing is called so.
    case notFound(SubjectKind, String)
    /// Several things are called so.
    case ambiguous(SubjectKind, String, [Candidate])

    init(_ error: StoreError) {
        self =
            switch error {
            case .cannotOpen(let path, let detail): .cannotOpen(path: path, detail: detail)
            case .newerSchema(let path, let found, let known):
                .newerSchema(path: path, found: found, known: known)
            case .busy: .busy
            case .diskFull: .diskFull
            case .damaged(let detail): .damaged(detail: detail)
            case .readOnly: .readOnly
            case .failed(let code, let detail): .failed(code: code, detail: detail)
            case .notFound: .failed(code: 0, detail: "no such row")
            }
    }
}

/// What a user may name.
public enum SubjectKind: Sendable, Equatable {
    /// A column.
    case column
    /// An episode.
    case episode
    /// Either.
    case episodeOrColumn
}

/// One of several things that a text may mean.
public enum Candidate: Sendable, Equatable {
    /// A column.
    case column(Column)
    /// An episode.
    case episode(Episode)
}
