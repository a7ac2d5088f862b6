import SQLiteKit
import TestSupport

extension FailureTests {
    /// Raises the schema version, as a later release would.
    func makeLibraryNewer(of program: Program) throws {
        let library = try Connection(
            path: program.home.path("column/library.sqlite"), mode: .readWrite,
            busyTimeout: .seconds(30))
        try library.execute(script: "PRAGMA user_version = 9999; PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
