@preconcurrency import Glibc
import SQLiteKit

/// Why a file cannot serve as a library.
public enum BackupFault: Error, Sendable, Equatable {
    /// It is empty or no database, or holds other things than a library.
    case noLibrary
    /// It is damaged.
    case damaged(detail: String)
    /// It was written by a later version of the program.
    case newerSchema(found: Int, known: Int)
}

extension BackupFault {
    private static let tables = ["columns", "episodes", "journal"]

    /// Looks at a file without changing it; nil where it is a sound library of a known version.
    ///
    /// Throws where the file could not be judged, as when another process holds it.
    public static func find(in path: String) throws(StoreError) -> BackupFault? {
        // SQLite would take an empty file for a new database, and remove the log beside it.
        guard try hasSignature(path) else { return .noLibrary }
        do throws(SQLiteError) {
            let connection = try Connection(
                path: path, mode: .readOnly, busyTimeout: .seconds(5))
            return try find(in: connection)
        } catch {
            switch error.primaryCode {
            case 26: return .noLibrary  // SQLITE_NOTADB
            case 10, 11: return .damaged(detail: error.message)  // SQLITE_IOERR, SQLITE_CORRUPT
            case 14: throw .cannotOpen(path: path, detail: error.message)  // SQLITE_CANTOPEN
            default: throw StoreError(error)
            }
        }
    }

    /// Whether a file begins as databases do (https://sqlite.org/fileformat.html, 1.3.1).
    private static func hasSignature(_ path: String) throws(StoreError) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: path, detail: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        let signature = Array("SQLite format 3\0".utf8)
        var bytes = [UInt8](repeating: 0, count: signature.count)
        // A file that cannot be read is judged by SQLite.
        return read(descriptor, &bytes, bytes.count) < 0 || bytes == signature
    }

    private static func find(in connection: Connection) throws(SQLiteError) -> BackupFault? {
        let version =
            try connection.firstRow("PRAGMA user_version") { $0.value(0, default: 0) } ?? 0
        let names = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
            $0.value(0, default: "")
        }
        // The tables first: the version of what is another program's says nothing.
        guard version > 0, Set(tables).isSubset(of: names) else { return .noLibrary }
        let known = Migrator.all.last?.version ?? 0
        guard version <= known else { return .newerSchema(found: version, known: known) }
        let findings = try connection.rows("PRAGMA quick_check") { $0.value(0, default: "") }
        return findings.first { $0 != "ok" }.map { .damaged(detail: $0) }
    }
}
