public import ColumnModel
import ColumnStore
@preconcurrency import Glibc

extension MediaFile {
    /// Opens an episode's file, or makes an empty one; puts right what an unclean stop left behind.
    ///
    /// Within a process all who open a file on its way get the same object; throws `MediaError.inUse`
    /// while another process holds it. A whole file can be opened by many.
    public static func open(_ episode: EpisodeID, in library: MediaLibrary)
        async throws(MediaError) -> MediaFile
    {
        if let file = library.registry.file(of: episode), !file.isComplete {
            return file
        }
        if let file = try await openComplete(episode, in: library) {
            return file
        }
        let path = library.folder.path(of: EpisodeFileName.partial(episode))
        let descriptor = try await library.disk.run { () throws(MediaError) in
            try library.folder.make()
            return try openPart(path)
        }
        // Only now is the record ours: another process may have changed it until it let go.
        if let file = try await openComplete(episode, in: library) {
            unlink(path)
            return file
        }
        let record = try await library.record(of: episode)
        let file = try await recover(episode, record, descriptor, in: library)
        library.registry.add(file)
        return file
    }

    private static func openPart(_ path: String) throws(MediaError) -> FileDescriptor {
        while true {
            let descriptor = try FileDescriptor(path: path, flags: O_RDWR | O_CREAT)
            guard try descriptor.lock() else { throw .inUse }
            // The holder before us may have renamed or removed it between our open and its end.
            if descriptor.isLinked {
                return descriptor
            }
        }
    }

    private static func openComplete(_ episode: EpisodeID, in library: MediaLibrary)
        async throws(MediaError) -> MediaFile?
    {
        let record = try await library.record(of: episode)
        guard record.state == .complete || record.state == .unproven, let name = record.file else {
            return nil
        }
        let path = library.folder.path(of: name)
        let found = try await library.disk.run { () throws(MediaError) -> FileDescriptor? in
            do throws(MediaError) {
                let descriptor = try FileDescriptor(path: path, flags: O_RDONLY)
                return try descriptor.size() == record.total ? descriptor : nil
            } catch {
                guard case .file("open", _, let code) = error, code == ENOENT || code == ENOTDIR
                else { throw error }
                return nil
            }
        }
        guard let found else {
            try await library.storing { (store) async throws(StoreError) in
                try await store.setMediaMissing(of: episode)
            }
            return nil
        }
        var renditions = record.renditions
        if renditions.isEmpty {
            renditions = [Rendition(url: "", effectiveURL: "")]
        }
        renditions[0].total = record.total
        renditions[0].ranges = ByteRangeSet(CollectionOfOne(0..<(record.total ?? 0)))
        return MediaFile(
            episode: episode, library: library, descriptor: found,
            renditions: Array(renditions.prefix(1)), savedTail: nil, finalName: name)
    }

    /// Brings record and file to agreement after whatever ended the last owner.
    private static func recover(
        _ episode: EpisodeID, _ record: MediaRecord, _ descriptor: FileDescriptor,
        in library: MediaLibrary
    ) async throws(MediaError) -> MediaFile {
        let (descriptor, renditions) = try await library.disk.run {
            () throws(MediaError) -> (FileDescriptor, [Rendition]) in
            if let renamed = try takeBackRenamed(episode, record, descriptor, in: library.folder) {
                return renamed
            }
            let size = try descriptor.size()
            var renditions = record.renditions
            for index in renditions.indices {
                // Someone cut the file: what lies behind its end is not there.
                renditions[index].ranges.remove(size..<Int64.max)
            }
            let end = renditions.flatMap(\.ranges.ranges).map(\.upperBound).max() ?? 0
            if size > end, isTailSound(record, end: end, in: library) {
                renditions[0].ranges.insert(end..<size)
            } else if size > end {
                try descriptor.truncate(to: end)
            }
            return (descriptor, renditions.filter { !$0.ranges.isEmpty })
        }
        return MediaFile(
            episode: episode, library: library, descriptor: descriptor, renditions: renditions,
            savedTail: record.tailBoot, finalName: nil)
    }

    /// A file that was renamed when it was whole, and then the end came before the library was told,
    /// gets its partial name back; all its bytes were durable before, so the usual end follows.
    private static func takeBackRenamed(
        _ episode: EpisodeID, _ record: MediaRecord, _ empty: FileDescriptor,
        in folder: MediaFolder
    ) throws(MediaError) -> (FileDescriptor, [Rendition])? {
        guard try empty.size() == 0, var first = record.renditions.first else { return nil }
        let partial = EpisodeFileName.partial(episode)
        let name = folder.names().first { name in
            name != partial && EpisodeFileName.episode(of: name) == episode
        }
        guard let name else { return nil }
        let path = folder.path(of: name)
        let size = try FileDescriptor(path: path, flags: O_RDONLY).size()
        guard size > 0, first.total ?? size == size else { return nil }
        guard rename(path, empty.path) == 0 else {
            throw .file(call: "rename", path: path, errno: errno)
        }
        let renamed = try FileDescriptor(path: empty.path, flags: O_RDWR)
        guard try renamed.lock() else { throw .inUse }
        first.total = size
        first.ranges = ByteRangeSet(CollectionOfOne(0..<size))
        return (renamed, [first])
    }

    /// Whether what stands behind the last recorded byte was appended without a gap, and cannot have
    /// been lost since: the machine has not been started anew.
    static func isTailSound(_ record: MediaRecord, end: Int64, in library: MediaLibrary)
        -> Bool
    {
        guard let boot = library.boot, record.tailBoot == boot,
            let first = record.renditions.first
        else { return false }
        return first.ranges.ranges.last?.upperBound ?? 0 == end
    }
}

extension MediaLibrary {
    /// Calls the store and gives its errors the form of this module.
    func storing<Value: Sendable>(
        _ body: (Store) async throws(StoreError) -> Value
    ) async throws(MediaError) -> Value {
        do throws(StoreError) {
            return try await body(store)
        } catch {
            throw .store(error)
        }
    }

    /// What the library knows of an episode's file.
    func record(of episode: EpisodeID) async throws(MediaError) -> MediaRecord {
        try await storing { (store) async throws(StoreError) in
            try await store.media(of: episode)
        }
    }
}
