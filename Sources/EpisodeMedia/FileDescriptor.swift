@preconcurrency import Glibc

/// Owns an open file.
final class FileDescriptor: Sendable {
    let number: Int32
    let path: String

    /// Opens a regular file (`open`); no link is followed and no pipe waited for, since others may
    /// be allowed to write into the folder.
    ///
    /// Of such, the error is ELOOP or ESPIPE.
    init(path: String, flags: Int32, mode: mode_t = 0o600) throws(MediaError) {
        let number = open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
        guard number >= 0 else {
            let code = errno
            throw .file(call: "open", path: path, errno: code == ENXIO ? ESPIPE : code)
        }
        self.number = number
        self.path = path
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .file(call: "open", path: path, errno: ESPIPE)
        }
    }

    deinit {
        close(number)
    }

    /// Takes the file for this holder alone (`flock`); false when another holds it.
    ///
    /// Throws where the file system knows no locks, as some mounts do: that is nobody's file.
    func lock() throws(MediaError) -> Bool {
        while flock(number, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EWOULDBLOCK { return false }
            guard code == EINTR else { throw .file(call: "flock", path: path, errno: code) }
        }
        return true
    }

    /// The file's size (`fstat`).
    func size() throws(MediaError) -> Int64 {
        var status = stat()
        guard fstat(number, &status) == 0 else {
            throw .file(call: "fstat", path: path, errno: errno)
        }
        return Int64(status.st_size)
    }

    /// Whether the name still leads to this file.
    var isLinked: Bool {
        var own = stat()
        var named = stat()
        return fstat(number, &own) == 0 && lstat(path, &named) == 0 && own.st_ino == named.st_ino
            && own.st_dev == named.st_dev
    }

    /// Writes all bytes at an offset (`pwrite`).
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(MediaError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                number, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                off_t(offset) + off_t(done))
            if count < 0 {
                guard errno == EINTR else {
                    throw .file(call: "pwrite", path: path, errno: errno)
                }
                continue
            }
            done += count
        }
    }

    /// Reads up to so many bytes at an offset (`pread`); 0 at the end.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MediaError)
        -> Int
    {
        while true {
            let count = pread(number, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw .file(call: "pread", path: path, errno: errno) }
        }
    }

    /// Cuts the file (`ftruncate`).
    func truncate(to size: Int64) throws(MediaError) {
        guard ftruncate(number, off_t(size)) == 0 else {
            throw .file(call: "ftruncate", path: path, errno: errno)
        }
    }

    /// Makes what was written durable (`fdatasync`).
    func sync() throws(MediaError) {
        guard fdatasync(number) == 0 else {
            throw .file(call: "fdatasync", path: path, errno: errno)
        }
    }

    /// The first 4 KiB of a file; nil where it cannot be read.
    static func contents(ofSmallFile path: String) -> [UInt8]? {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        defer { close(number) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(number, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}
