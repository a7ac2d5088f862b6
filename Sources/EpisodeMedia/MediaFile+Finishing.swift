public import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import HTTPKit
import Synchronization

/// What came of an attempt to end a file.
enum FinishOutcome: Equatable {
    /// It stands under its final name.
    case finished(FinishedMedia)
    /// The bytes have this digest, and the server announced another.
    case digestDiffers(found: [UInt8])
}

/// A file that is whole.
public struct FinishedMedia: Sendable, Equatable {
    /// Its name in the media folder.
    public let file: String
    /// Its size in bytes.
    public let size: Int64
    /// Its SHA-256.
    public let sha256: [UInt8]
    /// Whether it is proved that its bytes are one file.
    public let isProven: Bool
    /// Something about it that the user should know.
    public let warning: Failure?
}

extension MediaFile {
    /// Ends a file of which all bytes are held: digest, sync, name, record (rule R11).
    ///
    /// - Parameters:
    ///   - title: makes the name.
    ///   - acceptedDigest: a digest that came out twice against the server's announcement.
    func finish(
        title: String, announced: AnnouncedMedia, acceptedDigest: [UInt8]?
    ) async throws(MediaError) -> FinishOutcome {
        guard var rendition = snapshot().primary, let total = rendition.total else {
            throw .changed
        }
        rendition.ranges = ByteRangeSet(CollectionOfOne(0..<total))
        let sha256 = try await library.disk.run { () throws(MediaError) in
            try hashRest(upTo: total)
        }
        // The server speaks of these very bytes; the feed may be older than they are.
        let promised = rendition.digest.flatMap { ReprDigest($0).sha256 } ?? announced.sha256
        var warning = announced.shortfall(of: total).map { expected in
            Failure(code: .truncated, detail: "\(total) of about \(expected) bytes")
        }
        if let promised, promised != sha256 {
            guard acceptedDigest == sha256 else { return .digestDiffers(found: sha256) }
            warning = Failure(code: .digest, url: rendition.effectiveURL)
        } else if let feed = announced.sha256, feed != sha256 {
            warning = Failure(code: .digest, url: rendition.effectiveURL)
        }
        let isProven =
            promised == sha256 || !rendition.isUnproven && (promised == nil || warning == nil)
        let name = EpisodeFileName.complete(
            episode, title: title,
            fileExtension: try await fileExtension(of: rendition, announced.type))
        try await moveIntoPlace(name)
        try await record(
            rendition, name, sha256, isProven: isProven, warning: warning,
            cause: promised == sha256 ? "digest" : isProven ? "whole" : "joined")
        state.withLock { state in
            state.finalName = name
            state.held[0].rendition = rendition
            state.held.removeSubrange(1...)
            state.wakeReaders()
        }
        return .finished(
            FinishedMedia(
                file: name, size: total, sha256: sha256, isProven: isProven, warning: warning))
    }

    /// What is recorded of a file that is whole already; nil for one on its way.
    func finished() async throws(MediaError) -> FinishedMedia? {
        guard let name = finalName else { return nil }
        let record = try await library.record(of: episode)
        return FinishedMedia(
            file: name, size: record.total ?? 0, sha256: record.sha256 ?? [],
            isProven: record.state == .complete, warning: record.failure)
    }

    private func moveIntoPlace(_ name: String) async throws(MediaError) {
        try await library.disk.run { () throws(MediaError) in
            try descriptor.sync()
            let target = library.folder.path(of: name)
            guard rename(descriptor.path, target) == 0 else {
                throw MediaError.file(call: "rename", path: target, errno: errno)
            }
            try library.folder.sync()
        }
    }

    private func record(
        _ rendition: Rendition, _ name: String, _ sha256: [UInt8], isProven: Bool,
        warning: Failure?, cause: String
    ) async throws(MediaError) {
        let episode = episode
        try await library.storing { (store) async throws(StoreError) in
            try await store.finishMedia(
                of: episode, rendition: rendition, file: name, sha256: sha256, isProven: isProven,
                warning: warning, cause: cause)
        }
    }

    /// Reads what the digest does not cover yet.
    private func hashRest(upTo total: Int64) throws(MediaError) -> [UInt8] {
        let size = try descriptor.size()
        if size > total {
            try descriptor.truncate(to: total)
        }
        let capacity = 256 << 10
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 4096)
        defer { buffer.deallocate() }
        while true {
            let position = state.withLock { $0.hashed }
            guard position < total else { break }
            let wanted = Int(min(Int64(capacity), total - position))
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
            let count = try descriptor.read(at: position, into: part)
            guard count > 0 else {
                throw .file(call: "pread", path: descriptor.path, errno: 0)
            }
            state.withLock { state in
                state.hasher.update(UnsafeRawBufferPointer(rebasing: part[..<count]))
                state.hashed += Int64(count)
            }
        }
        return state.withLock { $0.hasher.digest() }
    }

    private func fileExtension(of rendition: Rendition, _ announcedType: String?)
        async throws(MediaError) -> String
    {
        let sample = try await library.disk.run { () throws(MediaError) -> [UInt8] in
            var bytes = [UInt8](repeating: 0, count: MediaVerdict.sampleSize)
            let result = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(MediaError) in try descriptor.read(at: 0, into: buffer) }
            }
            return Array(bytes[..<(try result.get())])
        }
        if case .audio(let name) = sample.withUnsafeBytes({ MediaVerdict($0) }) {
            return name
        }
        let types = [rendition.contentType.flatMap(MediaType.init)?.essence, announcedType]
        return types.compactMap { $0 }.compactMap { Self.extensions[$0] }.first ?? "audio"
    }

    private static let extensions = [
        "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mp4": "m4a", "audio/x-m4a": "m4a",
        "audio/m4a": "m4a", "audio/aac": "aac", "audio/aacp": "aac", "audio/ogg": "ogg",
        "audio/opus": "opus", "audio/flac": "flac", "audio/x-flac": "flac", "audio/wav": "wav",
        "audio/x-wav": "wav", "video/mp4": "mp4", "video/quicktime": "mov", "audio/webm": "webm",
    ]
}
