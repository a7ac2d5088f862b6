@preconcurrency import Glibc

/// A directory of its own for one test, removed with all it holds when the object ends.
public final class TemporaryHome: Sendable {
    /// The absolute path.
    public let path: String

    /// Makes an empty directory (`mkdtemp`), in memory where `/dev/shm` allows.
    public init() {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/column-test-XXXXXX".utf8CString)
        let isMade = mkdtemp(&template) != nil
        precondition(isMade, "Cannot make a directory in \(parent) (errno \(errno)).")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        removeTree(path)
    }

    /// The path of something below.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file below, with mode 0600; makes the folders it needs.
    public func write(_ bytes: [UInt8], to name: String) {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o700)
        }
        writeFile(path(name), bytes)
    }
}
