@preconcurrency import Glibc

/// The folder of audio files: paths in it, and calls on it that block.
public struct MediaFolder: Sendable, Equatable {
    /// Where it lies.
    public let path: String

    /// Names a folder.
    public init(path: String) {
        self.path = path
    }

    /// The path of a file in it.
    public func path(of name: String) -> String {
        "\(path)/\(name)"
    }

    /// Makes it, with mode 0700, and the folders above it.
    public func make() throws(MediaError) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            return
        }
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw .file(call: "mkdir", path: made, errno: errno)
            }
        }
    }

    /// How many bytes can still be written there (`statvfs`); nil where that cannot be told.
    public func freeBytes() -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    /// Makes names in it durable (`fsync`).
    func sync() throws(MediaError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(call: "open", path: path, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .file(call: "fsync", path: path, errno: errno) }
    }

    /// The names in it; empty where it cannot be read.
    public func names() -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        return Self.names(in: directory)
    }

    /// The names that a folder's stream gives (`readdir`).
    static func names(in directory: OpaquePointer) -> [String] {
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." {
                names.append(name)
            }
        }
        return names.sorted()
    }
}
