@preconcurrency import Glibc
import SQLiteKit

/// Why the library could not do what was asked.
public enum StoreError: Error, Sendable, Equatable {
    /// The file cannot be opened or made.
    case cannotOpen(path: String, detail: String)
    /// The file was written by a later version of the program.
    case newerSchema(path: String, found: Int, known: Int)
    /// Another process held the lock for longer than the busy timeout.
    case busy
    /// The file system is full.
    case diskFull
    /// The file is no database or is damaged.
    case damaged(detail: String)
    /// The file or its folder may not be written.
    case readOnly
    /// SQLite refused for another reason, with its extended result code.
    case failed(code: Int32, detail: String)
    /// There is no such row.
    case notFound
}

extension StoreError {
    /// Whether an I/O error comes from a full file system; SQLITE_FULL does not tell it of all files.
    private static func isOfFullDisk(_ error: SQLiteError) -> Bool {
        let isOfSharedMemory = error.code == 4874  // SQLITE_IOERR_SHMSIZE: the file cannot grow.
        return error.systemError == ENOSPC || error.systemError == EDQUOT
            || isOfSharedMemory && error.systemError != EIO
    }

    /// Maps SQLite's result codes; the one place that does (https://sqlite.org/rescode.html).
    init(_ error: SQLiteError) {
        self =
            switch error.primaryCode {
            case 5, 6: .busy  // SQLITE_BUSY, SQLITE_LOCKED
            case 13: .diskFull  // SQLITE_FULL
            case 11, 26: .damaged(detail: error.message)  // SQLITE_CORRUPT, SQLITE_NOTADB
            case 8: Self.isOfFullDisk(error) ? .diskFull : .readOnly  // SQLITE_READONLY
            case 10, 14:  // SQLITE_IOERR, SQLITE_CANTOPEN
                if Self.isOfFullDisk(error) {
                    .diskFull
                } else if error.primaryCode == 14 || error.systemError == EROFS {
                    .readOnly
                } else {
                    .failed(code: error.code, detail: error.message)
                }
            default: .failed(code: error.code, detail: error.message)
            }
    }
}
