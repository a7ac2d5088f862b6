import SQLiteKit
import TestSupport
import Testing

@testable import ColumnStore

/// A library is copied before its form is changed.
@Suite struct MigrationBackupTests {
    private let home = TemporaryHome()

    private var path: String { home.path("library") }
    private var later: [Migrator.Migration] {
        Migrator.all + [.init(version: 99, name: "later", sql: "CREATE TABLE later (x)")]
    }

    @Test func anEarlierFormIsCopiedFirst() async throws {
        let copy = home.path("copy")
        _ = try await Store(path: path).addColumn(url: "https://a.test/")
        _ = try Store(path: path, migrations: later, backupPath: { copy })
        let backup = try Connection(path: copy, mode: .readOnly, busyTimeout: .seconds(1))
        #expect(try backup.firstRow("PRAGMA user_version") { $0.value(0, default: 0) } == 1)
        #expect(
            try backup.firstRow("SELECT count(*) FROM columns") { $0.value(0, default: 0) } == 1)
        // The new form is not copied again.
        _ = try Store(path: path, migrations: later, backupPath: { home.path("second") })
        #expect(!fileExists(home.path("second")))
    }

    @Test func aNewLibraryNeedsNone() throws {
        _ = try Store(path: path, migrations: later, backupPath: { home.path("copy") })
        #expect(!fileExists(home.path("copy")))
    }

    @Test func withoutACopyItStaysAsItIs() async throws {
        _ = try await Store(path: path).addColumn(url: "https://a.test/")
        #expect(throws: StoreError.self) {
            try Store(path: path, migrations: later, backupPath: { home.path("no/folder") })
        }
        #expect(try await Store(path: path).columns().count == 1)
    }
}
