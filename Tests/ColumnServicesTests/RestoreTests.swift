@preconcurrency import Glibc
import SQLiteKit
import TestSupport
import Testing

@testable import ColumnServices

/// Restoring, on real files.
@Suite struct RestoreTests {
    private let home = TemporaryHome()
    private let places: Places

    init() throws {
        places = try Places(environment: ["COLUMN_HOME": home.path("c")])
    }

    /// Makes the library with a table of a certain name, by which it is known again.
    private func makeLibrary(marked mark: String) throws -> LibraryService {
        let library = try LibraryService(places: places)
        try open(places.libraryFile).execute(script: "CREATE TABLE \(mark) (x)")
        return library
    }

    private func open(_ path: String) throws -> Connection {
        try Connection(path: path, mode: .readWrite, busyTimeout: .seconds(5))
    }

    private func marks(in path: String) throws -> [String] {
        try open(path).rows("SELECT name FROM sqlite_schema WHERE name LIKE 'mark%'") {
            $0.value(0, default: "")
        }
    }

    /// Makes a backup that is known by `mark1`, and then a library that is known by both.
    private func makeBackupAndLibrary() async throws -> String {
        let library = try makeLibrary(marked: "mark1")
        try await library.backUp(to: home.path("backup"))
        try open(places.libraryFile).execute(script: "CREATE TABLE mark2 (x)")
        return home.path("backup")
    }

    enum Wrong: String, CaseIterable {
        case empty, text, otherDatabase, damaged, truncated, newer
    }

    @Test(arguments: Wrong.allCases)
    func whatIsNoBackupIsRefused(_ wrong: Wrong) async throws {
        let path = try await makeBackupAndLibrary()
        var bytes = try #require(readFile(path))
        switch wrong {
        case .empty: bytes = []
        case .text: bytes = Array("no database".utf8)
        case .otherDatabase:
            let other = home.path("other")
            try open(other).execute(script: "CREATE TABLE columns (x); PRAGMA user_version = 1")
            bytes = try #require(readFile(other))
        case .damaged:
            for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
        case .truncated: bytes.removeLast(bytes.count / 2)
        case .newer: bytes[63] = 99
        }
        writeFile(path, bytes)
        let error = await #expect(throws: RestoreError.self) {
            try await LibraryService.restore(from: path, places: places)
        }
        switch (wrong, error) {
        case (.empty, .noBackup(path)), (.text, .noBackup(path)),
            (.otherDatabase, .noBackup(path)), (.damaged, .damaged(path, _)),
            (.truncated, .damaged(path, _)), (.newer, .newerSchema(path, 99, 1)):
            break
        default: Issue.record("\(wrong): \(String(describing: error))")
        }
        #expect(try marks(in: places.libraryFile) == ["mark1", "mark2"])
        #expect(listDirectory(places.stateDirectory).isEmpty)
        #expect(readFile(path) == bytes)
    }

    @Test func theSafetyCopyReplacesNoEarlierOne() async throws {
        let path = try await makeBackupAndLibrary()
        var kept: [String] = []
        for _ in 0..<3 {
            let place = try await LibraryService.restore(from: path, places: places, at: 7)
            kept.append(try #require(place))
        }
        let base = places.stateDirectory + "/before-restore-7"
        #expect(kept == [base + ".sqlite", base + "-2.sqlite", base + "-3.sqlite"])
        #expect(try marks(in: kept[0]) == ["mark1", "mark2"])
        #expect(try marks(in: kept[1]) == ["mark1"])
        #expect(fileMode(kept[0]) == 0o600)
    }

    @Test(arguments: ["damaged", "newer", "empty"])
    func aLibraryThatCannotBeOpenedIsKeptAsItIs(_ state: String) async throws {
        let path = try await makeBackupAndLibrary()
        var bytes = try #require(readFile(path))
        switch state {
        case "damaged": for index in 0..<bytes.count { bytes[index] = 0x5A }
        case "newer": bytes[63] = 99
        default: bytes = []
        }
        writeFile(places.libraryFile, bytes)
        let log = Array("a log".utf8)
        writeFile(places.libraryFile + "-wal", log)
        let kept = try #require(try await LibraryService.restore(from: path, places: places))
        #expect(readFile(kept) == bytes)
        #expect(readFile(kept + "-wal") == log)
        #expect(try marks(in: places.libraryFile) == ["mark1"])
        #expect(fileMode(places.libraryFile) == 0o600)
        _ = try LibraryService(places: places)
    }

    @Test func withoutALibraryThereIsNothingToKeep() async throws {
        let path = try await makeBackupAndLibrary()
        for suffix in ["", "-wal", "-shm"] { unlink(places.libraryFile + suffix) }
        #expect(try await LibraryService.restore(from: path, places: places) == nil)
        #expect(try marks(in: places.libraryFile) == ["mark1"])
        #expect(listDirectory(places.stateDirectory).isEmpty)
    }
}
