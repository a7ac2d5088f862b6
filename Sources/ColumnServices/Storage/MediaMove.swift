import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia
@preconcurrency import Glibc

/// Audio files that are to lie in another folder, as when `download.directory` changes.
///
/// `place` makes them appear in the new folder, as links where it is on the same file system and as
/// copies elsewhere; only `removeOld` takes them out of the old one. Whenever it is stopped, the
/// folder that the settings name has all of them, and the same command goes on.
public final class MediaMove: Sendable {
    /// The folder in which they lie.
    public let old: String
    /// The folder in which they are to lie.
    public let new: String
    /// Their names below the folder.
    public let names: [String]
    /// How many bytes they take.
    public let bytes: Int64

    /// Finds the library's files in the old folder; nil where there are none, or it is the same.
    public init?(library: LibraryService, from old: String, to new: String)
        async throws(LibraryError)
    {
        guard old != new, !Self.isSame(old, new) else { return nil }
        let stored = try await library.ask { (store) throws(StoreError) in
            try await store.storedMedia()
        }
        var (names, bytes) = ([String](), Int64(0))
        for media in stored {
            let parts = ["\(media.episode.rawValue).part"]
            let files = media.file.map { [$0, "\(MediaStorage.trashName)/\($0)"] } ?? []
            for name in files + parts {
                var status = stat()
                guard lstat("\(old)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
                else { continue }
                names.append(name)
                // The room that it takes; a part has holes.
                bytes += Int64(status.st_blocks) * 512
            }
        }
        guard !names.isEmpty else { return nil }
        self.old = old
        self.new = new
        self.names = names
        self.bytes = bytes
    }

    /// Makes all files appear in the new folder; where that fails, none that was not there before.
    public func place() throws {
        try PrivateFile.makeDirectory(new)
        var made: [String] = []
        var locks: [Int32] = []
        defer { for lock in locks { close(lock) } }
        do {
            for name in names {
                try Task.checkCancellation()
                let lock = Glibc.open("\(old)/\(name)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
                guard lock >= 0 else {
                    throw PlacesError.cannotRead(path: "\(old)/\(name)", errno: errno)
                }
                locks.append(lock)
                // Whoever fills a part holds its lock.
                guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                    throw ServiceError.alreadyRunning(job: "download")
                }
                if name.hasPrefix(MediaStorage.trashName + "/") {
                    try PrivateFile.makeDirectory("\(new)/\(MediaStorage.trashName)")
                }
                if try place(name, lock) { made.append("\(new)/\(name)") }
            }
            Self.sync(new)
        } catch {
            for path in made { unlink(path) }
            throw error
        }
    }

    /// Takes the files out of the old folder, and the folder itself if it is empty then.
    public func removeOld() {
        for name in names { unlink("\(old)/\(name)") }
        try? LinkTree(of: MediaFolder(path: old)).update([])
        for folder in [MediaStorage.trashName, LinkTree.folderName] { rmdir("\(old)/\(folder)") }
        rmdir(old)
    }
}

extension MediaMove {
    private static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    private static func sync(_ folder: String) {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// One file; false where it was there already.
    private func place(_ name: String, _ source: Int32) throws -> Bool {
        let (from, to) = ("\(old)/\(name)", "\(new)/\(name)")
        if link(from, to) == 0 { return true }
        if errno == EEXIST {
            let isSame =
                try FilePath.isRegularFile(to)
                && (Self.isSame(from, to) || Self.hasSameBytes(source, to))
            guard isSame else {
                throw PlacesError.cannotWrite(path: to, errno: EEXIST)
            }
            return false
        }
        // Another file system, or one without links.
        let temporary = to + ".moving"
        do {
            try copy(source, from: from, to: temporary)
            guard rename(temporary, to) == 0 else {
                throw PlacesError.cannotWrite(path: to, errno: errno)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        return true
    }

    private static func hasSameBytes(_ source: Int32, _ path: String) throws -> Bool {
        let other = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard other >= 0 else { throw PlacesError.cannotRead(path: path, errno: errno) }
        defer { close(other) }
        var offset: off_t = 0
        while true {
            let (left, right) = (
                try chunk(of: source, at: offset, path), try chunk(of: other, at: offset, path)
            )
            guard left == right else { return false }
            if left.isEmpty { return true }
            offset += off_t(left.count)
        }
    }

    private static func chunk(of descriptor: Int32, at offset: off_t, _ path: String) throws
        -> [UInt8]
    {
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        let count = pread(descriptor, &chunk, chunk.count, offset)
        guard count >= 0 else { throw PlacesError.cannotRead(path: path, errno: errno) }
        return Array(chunk[..<count])
    }

    /// Copies a file with its time; stretches of zeros stay holes, as parts have them.
    private func copy(_ source: Int32, from: String, to path: String) throws {
        // Left by an end in the middle, or put there by someone else: never written through.
        unlink(path)
        let target = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw PlacesError.cannotWrite(path: path, errno: errno) }
        defer { close(target) }
        var offset: off_t = 0
        while true {
            try Task.checkCancellation()
            let bytes = try Self.chunk(of: source, at: offset, from)
            if bytes.isEmpty { break }
            if bytes.contains(where: { $0 != 0 }) {
                var rest = bytes[...]
                var place = offset
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes {
                        pwrite(target, $0.baseAddress, $0.count, place)
                    }
                    guard count > 0 else {
                        throw PlacesError.cannotWrite(path: path, errno: errno)
                    }
                    rest = rest.dropFirst(count)
                    place += off_t(count)
                }
            }
            offset += off_t(bytes.count)
        }
        var status = stat()
        guard ftruncate(target, offset) == 0, fstat(source, &status) == 0 else {
            throw PlacesError.cannotWrite(path: path, errno: errno)
        }
        let times = [status.st_atim, status.st_mtim]
        _ = futimens(target, times)
        guard fsync(target) == 0 else { throw PlacesError.cannotWrite(path: path, errno: errno) }
    }
}
