@preconcurrency import Glibc

/// A folder held open: calls on names in it cannot be led elsewhere by a link put in its way.
///
/// The folder of audio files may be one in which others write too.
public struct OpenFolder: ~Copyable {
    private let number: Int32
    /// Where it lay when it was opened.
    public let path: String

    /// Opens a folder that the user names; links on the way to it are followed (`open`).
    public init(_ folder: MediaFolder) throws(MediaError) {
        path = folder.path
        number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw .file(call: "open", path: path, errno: errno) }
    }

    private init(number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit {
        close(number)
    }

    /// Opens a folder in it, never a link to one (`openat`).
    ///
    /// - Parameter makes: whether it is made, with mode 0700, where it is missing (`mkdirat`).
    public func subfolder(_ name: String, makes: Bool = false) throws(MediaError) -> OpenFolder {
        let path = "\(path)/\(name)"
        if makes, mkdirat(number, name, 0o700) != 0, errno != EEXIST {
            throw .file(call: "mkdir", path: path, errno: errno)
        }
        let found = openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard found >= 0 else {
            let code = errno
            // Of a link, the two flags together say that it is no folder.
            throw .file(call: "open", path: path, errno: isLink(name) ? ELOOP : code)
        }
        return OpenFolder(number: found, path: path)
    }

    /// Moves a file of it to the same name in another, or finds it moved already; false where it is
    /// in neither; a link is moved as such (`renameat`).
    public func move(_ name: String, to other: borrowing OpenFolder) throws(MediaError) -> Bool {
        if renameat(number, name, other.number, name) == 0 { return true }
        guard errno == ENOENT else {
            throw .file(call: "rename", path: "\(path)/\(name)", errno: errno)
        }
        return faccessat(other.number, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }

    /// Takes a name out of it (`unlinkat`); one that is not there is none the worse.
    public func remove(_ name: String) throws(MediaError) {
        guard unlinkat(number, name, 0) == 0 || errno == ENOENT else {
            throw .file(call: "unlink", path: "\(path)/\(name)", errno: errno)
        }
    }

    /// Takes out a folder that is empty (`unlinkat`).
    public func removeFolder(_ name: String) {
        unlinkat(number, name, AT_REMOVEDIR)
    }

    /// Makes a link to a path, where the name is free (`symlinkat`).
    public func link(_ name: String, to target: String) throws(MediaError) {
        guard symlinkat(target, number, name) == 0 || errno == EEXIST else {
            throw .file(call: "symlink", path: "\(path)/\(name)", errno: errno)
        }
    }

    /// Where a link leads; nil of what is no link (`readlinkat`).
    public func target(of name: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 1024)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlinkat(number, name, $0, characters.count) } ?? -1
            }
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// The names in it.
    public func names() -> [String] {
        // The stream closes its descriptor.
        let copy = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let directory = fdopendir(copy) else { return [] }
        defer { closedir(directory) }
        return MediaFolder.names(in: directory)
    }

    private func isLink(_ name: String) -> Bool {
        var status = stat()
        return fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && status.st_mode & S_IFMT == S_IFLNK
    }
}
