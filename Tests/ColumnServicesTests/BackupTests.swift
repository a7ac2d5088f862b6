import TestSupport
import Testing

@testable import ColumnServices

/// Backing up, on real files.
@Suite struct BackupTests {
    private let home = TemporaryHome()
    private let places: Places

    init() throws {
        places = try Places(environment: ["COLUMN_HOME": home.path("c")])
    }

    @Test func aBackupThatFailsLeavesNoPart() async throws {
        let library = try LibraryService(places: places)
        home.write([], to: "d/NAME/inside")
        // A folder cannot be replaced by a file, so the last step fails.
        await #expect(throws: PlacesError.self) {
            try await library.backUp(to: home.path("d/NAME"))
        }
        #expect(listDirectory(home.path("d")) == ["NAME"])
    }

    @Test func aCancelledBackupLeavesNoPart() async throws {
        let library = try LibraryService(places: places)
        let path = home.path("d/NAME")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await library.backUp(to: path)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(listDirectory(home.path("d")).isEmpty)
        try await library.backUp(to: path)
        #expect(listDirectory(home.path("d")) == ["NAME"])
        #expect(fileMode(path) == 0o600)
    }
}
