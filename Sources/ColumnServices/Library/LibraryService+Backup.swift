import ColumnStore
@preconcurrency import Glibc

extension LibraryService {
    /// Copies the whole library to a file while it is in use; what stood there is replaced.
    ///
    /// The file comes into being whole or not at all: the copy grows under another name in the
    /// same folder, which goes where the copy fails or the task is cancelled.
    public func backUp(to path: String) async throws {
        try PrivateFile.makeDirectory(FilePath.folder(of: path))
        let temporary = try Self.makeTemporary(for: path)
        defer {
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporary + suffix) }
        }
        do throws(StoreError) {
            try await store.backUp(to: temporary)
        } catch {
            try Task.checkCancellation()
            throw LibraryError(error)
        }
        try Self.keep(temporary, as: path)
    }

    /// Makes an empty file (0600) beside the one that it shall become.
    private static func makeTemporary(for path: String) throws(PlacesError) -> String {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        close(descriptor)
        return String(
            decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Gives a whole file its name, also across a power cut.
    static func keep(_ temporary: String, as path: String) throws(PlacesError) {
        let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw .cannotWrite(path: path, errno: errno)
        }
        let folder = open(FilePath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }
}
