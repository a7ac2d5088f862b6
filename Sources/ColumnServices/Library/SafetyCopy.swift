@preconcurrency import Glibc

/// The place where a library is kept before another takes its place.
struct SafetyCopy {
    /// The database file; its `-wal` and `-shm` lie beside it.
    let path: String

    /// The files of a database beside its own.
    static let companions = ["-wal", "-shm"]

    /// Takes a name that nothing has, so that no earlier copy is lost.
    init(in folder: String, at seconds: Int) throws(PlacesError) {
        var number = 1
        while true {
            let suffix = number == 1 ? "" : "-\(number)"
            let path = "\(folder)/before-restore-\(seconds)\(suffix).sqlite"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                close(descriptor)
                self.path = path
                return
            }
            guard errno == EEXIST else { throw .cannotWrite(path: path, errno: errno) }
            number += 1
        }
    }

    /// Keeps a library byte for byte, without opening it as a database.
    func keep(_ library: String) throws(PlacesError) {
        for suffix in [""] + Self.companions {
            guard let bytes = try PrivateFile.read(library + suffix) else { continue }
            try PrivateFile.write(bytes, to: path + suffix)
        }
    }

    /// Gives the name free again.
    func discard() {
        for suffix in [""] + Self.companions { unlink(path + suffix) }
    }
}
