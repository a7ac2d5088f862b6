public import ColumnModel
import ColumnStore
@preconcurrency import Glibc

/// What a look at a file shows.
public enum MediaFileFacts: Sendable, Equatable {
    /// Nothing is there.
    case missing
    /// It cannot be read.
    case unreadable(errno: Int32)
    /// Its size, its first bytes and, where all was read, its SHA-256.
    case read(size: Int64, verdict: MediaVerdict, sha256: [UInt8]?)
}

extension MediaLibrary {
    /// Looks at a file; reads all of it where asked.
    public func facts(ofFile path: String, readsContents: Bool) async -> MediaFileFacts {
        do throws(MediaError) {
            return try await disk.run { () throws(MediaError) in
                try Self.readFacts(path, readsContents: readsContents)
            }
        } catch .file(_, _, let code) where code == ENOENT || code == ENOTDIR {
            return .missing
        } catch .file(_, _, let code) {
            return .unreadable(errno: code)
        } catch {
            return .unreadable(errno: EIO)
        }
    }

    /// Whether some process holds a file that is on its way.
    public func isInUse(_ name: String) async -> Bool {
        guard name.hasSuffix(".part") else { return false }
        let path = folder.path(of: name)
        let isFree = try? await disk.run { () throws(MediaError) in
            try FileDescriptor(path: path, flags: O_RDONLY).lock()
        }
        return isFree == false
    }

    /// Makes a file that was thought whole one on its way again.
    ///
    /// - Parameter count: how many bytes of it are still to be believed; nil makes the next fetch
    ///   compare all of it with the server's; with 0 nothing of it stays.
    public func demote(_ episode: EpisodeID, file: String, keeping count: Int64?)
        async throws(MediaError)
    {
        var record = try await record(of: episode)
        guard record.file == file, let first = record.renditions.first, count != 0 else {
            unlink(folder.path(of: file))
            try await storing { (store) async throws(StoreError) in
                try await store.setMediaMissing(of: episode)
            }
            return
        }
        let path = folder.path(of: file)
        let partial = folder.path(of: EpisodeFileName.partial(episode))
        let size = try await disk.run { () throws(MediaError) in
            let size = try FileDescriptor(path: path, flags: O_RDONLY).size()
            guard rename(path, partial) == 0 else {
                throw MediaError.file(call: "rename", path: path, errno: errno)
            }
            return size
        }
        let held = min(count ?? size, size)
        record.renditions = [first]
        record.renditions[0].ranges = ByteRangeSet(CollectionOfOne(0..<held))
        if count == nil {
            // Without an address they are of unknown origin, which a fetch never resumes unread.
            record.renditions[0] = Rendition(
                url: "", effectiveURL: "", ranges: record.renditions[0].ranges)
        }
        let renditions = record.renditions
        try await storing { (store) async throws(StoreError) in
            try await store.saveMedia(renditions, of: episode, tailBoot: nil, durably: true)
        }
    }

    private static func readFacts(_ path: String, readsContents: Bool) throws(MediaError)
        -> MediaFileFacts
    {
        let descriptor = try FileDescriptor(path: path, flags: O_RDONLY)
        let size = try descriptor.size()
        let capacity = readsContents ? 256 << 10 : MediaVerdict.sampleSize
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 4096)
        defer { buffer.deallocate() }
        let hasher = SHA256Hasher()
        var verdict = MediaVerdict.text
        var position: Int64 = 0
        while true {
            let count = try descriptor.read(at: position, into: buffer)
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if position == 0 {
                verdict = MediaVerdict(
                    UnsafeRawBufferPointer(rebasing: bytes.prefix(MediaVerdict.sampleSize)))
            }
            guard readsContents else {
                return .read(size: size, verdict: verdict, sha256: nil)
            }
            guard count > 0 else { break }
            hasher.update(bytes)
            position += Int64(count)
        }
        return .read(size: size, verdict: verdict, sha256: hasher.digest())
    }
}
