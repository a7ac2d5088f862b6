@preconcurrency import Glibc

/// All bytes of a file, or nil where there is none that can be read.
public func readFile(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count == -1 && errno == EINTR { continue }
        guard count >= 0 else { return nil }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

/// Writes a file anew with mode 0600; a test cannot go on where that fails, so it traps.
public func writeFile(_ path: String, _ bytes: [UInt8]) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0, "Cannot write \(path) (errno \(errno)).")
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count == -1 && errno == EINTR { continue }
        precondition(count > 0, "Cannot write \(path) (errno \(errno)).")
        rest = rest.dropFirst(count)
    }
}

/// The names in a directory in order, without `.` and `..`; empty where there is no directory.
public func listDirectory(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// The size of a file in bytes, or nil where there is none (`stat`).
public func fileSize(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size : nil
}

/// Whether something stands under a path, a dangling link included (`lstat`).
public func fileExists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// The permission bits of a file, or nil where there is none (`stat`).
public func fileMode(_ path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
}

/// Removes a file, or a directory with all it holds; links are not followed.
public func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
        unlink(path)
        return
    }
    // A test may have taken the right to write away.
    chmod(path, 0o700)
    for name in listDirectory(path) { removeTree("\(path)/\(name)") }
    rmdir(path)
}
