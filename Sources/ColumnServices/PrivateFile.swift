@preconcurrency import Glibc

/// Files that only their owner may read: read whole, replaced whole.
public enum PrivateFile {
    /// Makes a folder with all its parents (0700); one that is there stays as it is.
    public static func makeDirectory(_ path: String) throws(PlacesError) {
        if mkdir(path, 0o700) == 0 { return }
        let code = errno
        switch code {
        case EEXIST: return
        case ENOENT where path.contains("/") && FilePath.folder(of: path) != path:
            try makeDirectory(FilePath.folder(of: path))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw .cannotMakeDirectory(path: path, errno: errno)
            }
        default: throw .cannotMakeDirectory(path: path, errno: code)
        }
    }

    /// Reads a whole file; nil where there is none.
    public static func read(_ path: String) throws(PlacesError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw .cannotRead(path: path, errno: code)
        }
        defer { close(descriptor) }
        guard let bytes = readAll(descriptor) else {
            throw .cannotRead(path: path, errno: errno)
        }
        return bytes
    }

    /// Reads a descriptor to its end; nil on an error, which is in `errno`.
    public static func readAll(_ descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            if count == 0 { return bytes }
            bytes += chunk[0..<count]
        }
    }

    /// Replaces a file whole (0600): either the old bytes stand there or the new ones, also after
    /// a power cut.
    public static func write(_ bytes: some Collection<UInt8>, to path: String)
        throws(PlacesError)
    {
        try makeDirectory(FilePath.folder(of: path))
        let temporary = "\(path).\(getpid()).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        let isWritten = writeAll(Array(bytes), to: descriptor) && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else {
            unlink(temporary)
            throw .cannotWrite(path: path, errno: code)
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw .cannotWrite(path: path, errno: code)
        }
        let folder = open(FilePath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }

    /// Writes all bytes; false on an error, which is in `errno`.
    public static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var position = 0
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            position += count
        }
        return true
    }
}
