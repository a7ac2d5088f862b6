import SQLiteKit

/// Brings a library file to the version that this program knows; forward only.
///
/// Each migration runs in one transaction together with its record, after which foreign keys are
/// checked. A released migration is frozen: what comes later is a new file.
struct Migrator {
    struct Migration {
        let version: Int
        let name: String
        let sql: String
    }

    /// All migrations of this program, in order; the files stand in `migrations/`.
    static var all: [Migration] {
        [
            Migration(
                version: 1, name: "library",
                sql: String(decoding: PackageResources.v0001_library_sql, as: UTF8.self))
        ]
    }

    let migrations: [Migration]
    let path: String
    /// Names the file to which a library is copied before its form is changed.
    var backupPath: (@Sendable () -> String)?

    /// The version that this program knows.
    var known: Int { migrations.last?.version ?? 0 }

    /// Runs what is missing; a file from a later version is refused and stays untouched.
    func migrate(_ connection: Connection) throws(StoreError) {
        let found = try version(of: connection)
        guard found <= known else {
            throw .newerSchema(path: path, found: found, known: known)
        }
        // Outside of the transaction, since a backup reads what is committed. One with nothing in it
        // needs none.
        if found > 0, found < known, let backupPath {
            do throws(SQLiteError) {
                try connection.backUp(to: backupPath())
            } catch {
                throw StoreError(error)
            }
        }
        for migration in migrations where migration.version > found {
            try connection.write { () throws(StoreError) in
                // Another process may have done it while this one waited for the lock.
                guard try version(of: connection) < migration.version else { return }
                try run(migration, on: connection)
            } orThrow: {
                StoreError($0)
            }
        }
    }

    private func run(_ migration: Migration, on connection: Connection) throws(StoreError) {
        do throws(SQLiteError) {
            try connection.execute(script: migration.sql)
            try connection.execute(script: "PRAGMA user_version = \(migration.version)")
            let broken = try connection.firstRow("PRAGMA foreign_key_check") { row in
                row.value(0, default: "?")
            }
            if let broken {
                throw SQLiteError(
                    code: 19, message: "migration \(migration.name) breaks references of \(broken)")
            }
        } catch {
            throw StoreError(error)
        }
    }

    func version(of connection: Connection) throws(StoreError) -> Int {
        do throws(SQLiteError) {
            return try connection.firstRow("PRAGMA user_version") { $0.value(0, default: 0) } ?? 0
        } catch {
            throw StoreError(error)
        }
    }
}
