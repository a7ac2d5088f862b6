import ColumnModel
@preconcurrency import Glibc
import SQLiteKit
import Testing

@testable import ColumnStore

/// A library that cannot be written is read all the same.
@Suite struct ReadOnlyTests {
    @Test("where no log can be made, what is there is read, and changes are refused")
    func unwritable() async throws {
        var template = Array("/tmp/column-store-?#é-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        let path = folder + "/library.sqlite"
        defer {
            unlink(path)
            rmdir(folder)
        }
        do {
            let store = try Store(path: path)
            _ = try await store.addColumn(url: "http://a/feed")
            #expect(store.writeRefusal == nil)
        }
        // Also the superuser cannot open a link to nowhere.
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        try #require(symlink("/nonexistent/shm", path + "-shm") == 0)
        defer { unlink(path + "-shm") }
        let store = try Store(path: path)
        #expect(store.writeRefusal == .readOnly)
        #expect(try await store.columns().map(\.url) == ["http://a/feed"])
        await #expect(throws: StoreError.readOnly) {
            _ = try await store.addColumn(url: "http://b/feed")
        }
    }

    @Test(
        "results of a full disk, of a read-only place and of a bad device are told apart",
        arguments: [
            (SQLiteError(code: 4874, message: "x", systemError: ENOSPC), StoreError.diskFull),
            (SQLiteError(code: 4874, message: "x"), .diskFull),
            (SQLiteError(code: 778, message: "x", systemError: EDQUOT), .diskFull),
            (SQLiteError(code: 14, message: "x", systemError: ENOSPC), .diskFull),
            (SQLiteError(code: 14, message: "x", systemError: EACCES), .readOnly),
            (SQLiteError(code: 1288, message: "x"), .readOnly),
            (
                SQLiteError(code: 778, message: "x", systemError: EIO),
                .failed(code: 778, detail: "x")
            ),
        ])
    func mapping(error: SQLiteError, expected: StoreError) {
        #expect(StoreError(error) == expected)
    }
}
