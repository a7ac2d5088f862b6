@preconcurrency import Glibc

/// Finds out why a folder takes no data, by writing some into it.
enum FolderProbe {
    /// The errno of making, filling and flushing a small file beside a path; nil where that works.
    ///
    /// The file has no name and is gone afterwards (`O_TMPFILE`), where the file system
    /// can do that.
    static func errorOfWriting(beside path: String) -> Int32? {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let place = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
        // O_TMPFILE is a macro that Swift does not see: __O_TMPFILE | O_DIRECTORY.
        let descriptor = open(place, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno == EOPNOTSUPP ? nil : errno }
        defer { close(descriptor) }
        let page = [UInt8](repeating: 0, count: 4096)
        guard write(descriptor, page, page.count) == page.count else { return errno }
        return fsync(descriptor) == 0 ? nil : errno
    }
}
