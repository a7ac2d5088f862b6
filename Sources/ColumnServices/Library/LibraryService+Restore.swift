import ColumnStore
@preconcurrency import Glibc

extension LibraryService {
    /// Puts a backup in place of the library, while others may have it open; answers where the
    /// library as it was before is kept.
    ///
    /// The backup's file itself is not changed, also where it is of an earlier version.
    public func restore(from path: String, places: Places) async throws -> String {
        guard let bytes = try PrivateFile.read(path) else {
            throw PlacesError.cannotRead(path: path, errno: ENOENT)
        }
        try PrivateFile.makeDirectory(places.stateDirectory)
        let copy = places.stateDirectory + "/restore.\(getpid()).sqlite"
        defer {
            for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) }
        }
        try PrivateFile.write(bytes, to: copy)
        let kept = places.stateDirectory + "/before-restore-\(time(nil)).sqlite"
        do throws(StoreError) {
            let backup = try Store(path: copy)
            if let fault = try await backup.integrityFaults().first {
                throw StoreError.damaged(detail: fault)
            }
            try await store.backUp(to: kept)
            try await backup.backUp(to: places.libraryFile)
        } catch {
            throw LibraryError(error)
        }
        return kept
    }
}
