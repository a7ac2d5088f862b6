import ColumnStore
@preconcurrency import Glibc

extension LibraryService {
    /// Copies the whole library to a file while it is in use; what stood there is replaced.
    ///
    /// The file comes into being whole or not at all: the copy grows under another name in the
    /// same folder, which goes where the copy fails or the task is cancelled.
    public func backUp(to path: String) async throws {
        try PrivateFile.makeDirectory(FilePath.folder(of: path))
        Self.removeStale(besides: path)
        let (temporary, lock) = try Self.makeTemporary(for: path)
        defer {
            close(lock)
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

    /// Removes what killed backups to the same name have left: a running one holds its lock.
    private static func removeStale(besides path: String) {
        let folder = FilePath.folder(of: path)
        let prefix = String(path.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1)) + "."
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let end = name.dropFirst(prefix.count)
            guard name.hasPrefix(prefix), end.utf8.count == 6,
                end.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
            else { continue }
            let stale = "\(folder)/\(name)"
            let descriptor = open(stale, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard isPartOfBackup(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                continue
            }
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(stale + suffix) }
        }
    }

    /// Whether a file is empty or a database: others that are called so are not ours.
    private static func isPartOfBackup(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return false }
        var head = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &head, head.count, 0)
        return count == 0
            || (count == 16 && head.starts(with: "SQLite format 3".utf8))
            || (count == 16 && head.allSatisfy { $0 == 0 })
    }

    /// Makes an empty file (0600) beside the one that it shall become, and locks it.
    private static func makeTemporary(for path: String) throws(PlacesError)
        -> (path: String, lock: Int32)
    {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        flock(descriptor, LOCK_EX | LOCK_NB)
        let name = String(
            decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return (name, descriptor)
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
