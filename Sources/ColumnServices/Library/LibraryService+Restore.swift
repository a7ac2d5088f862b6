import ColumnStore
@preconcurrency import Glibc

extension LibraryService {
    /// Puts a backup in place of the library, while others may have it open; answers where the
    /// library as it was before is kept, nil where there was none.
    ///
    /// The backup's file itself is not changed, also where it is of an earlier version. A library
    /// that is damaged or of a later version is not opened: its files are kept as they are.
    /// Throws `RestoreError` where the file is no backup.
    public static func restore(from path: String, places: Places) async throws -> String? {
        try await restore(from: path, places: places, at: time(nil))
    }

    static func restore(from path: String, places: Places, at seconds: Int)
        async throws -> String?
    {
        try PrivateFile.makeDirectory(places.stateDirectory)
        let copy = places.stateDirectory + "/restore.\(getpid()).sqlite"
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(copy + suffix) }
        }
        try copyBackup(path, to: copy)
        do {
            if let fault = try BackupFault.find(in: copy) {
                throw RestoreError(fault, path: path)
            }
            let backup = try Store(path: copy)
            guard FilePath.exists(places.libraryFile) else {
                try PrivateFile.makeDirectory(FilePath.folder(of: places.libraryFile))
                try await put(backup, inPlaceOf: places.libraryFile)
                return nil
            }
            let fault = try BackupFault.find(in: places.libraryFile)
            let kept = try SafetyCopy(in: places.stateDirectory, at: seconds)
            do {
                if fault == nil {
                    let service = try LibraryService(places: places)
                    try await service.backUp(to: kept.path)
                } else {
                    try kept.keep(places.libraryFile)
                }
            } catch {
                kept.discard()
                throw error
            }
            if fault == nil {
                try await backup.backUp(to: places.libraryFile)
            } else {
                try await put(backup, inPlaceOf: places.libraryFile)
            }
            return kept.path
        } catch let error as StoreError {
            try Task.checkCancellation()
            throw LibraryError(error)
        }
    }

    /// Copies a backup with what a database that was in use has beside it.
    private static func copyBackup(_ path: String, to copy: String) throws {
        guard let bytes = try PrivateFile.read(path) else {
            throw PlacesError.cannotRead(path: path, errno: ENOENT)
        }
        try PrivateFile.write(bytes, to: copy)
        if let log = try PrivateFile.read(path + "-wal") {
            try PrivateFile.write(log, to: copy + "-wal")
        }
    }

    /// Puts a new file in place of the library's; what was there is kept elsewhere by now.
    private static func put(_ backup: Store, inPlaceOf library: String) async throws {
        let temporary = "\(library).\(getpid()).new"
        defer {
            for suffix in ["", "-wal", "-shm", "-journal"] { unlink(temporary + suffix) }
        }
        try PrivateFile.write([UInt8](), to: temporary)
        try await backup.backUp(to: temporary)
        // A log that stayed would be taken for one of the new file.
        for suffix in SafetyCopy.companions { unlink(library + suffix) }
        try keep(temporary, as: library)
    }
}
