import ColumnModel
import FeedParsing
@preconcurrency import Glibc
import HTTPKit

/// The body of a response that may be a feed; it can be read more than once.
struct FetchedFeed: Sendable {
    let body: HTTPResponse.Body
    let head: HTTPResponseHead

    /// How many bytes there are.
    let byteCount: Int64
    /// The hash of all bytes.
    let hash: Int64

    init(_ response: HTTPResponse) throws(FeedSyncError) {
        body = response.body
        head = response.head
        byteCount = response.transfer.byteCount
        hash = try Self.hash(of: response.body, url: response.head.effectiveURL)
    }

    /// Reads the feed from its beginning and hands over its episodes one by one.
    ///
    /// An episode within which the document ends is left out: what is known of it is better than
    /// a part of it, and the next sync sees the whole feed.
    func parse(_ onEpisode: (ParsedEpisode) throws -> Void) throws -> ParsedFeed {
        let hints = FeedHints(
            contentType: head.fields["content-type"],
            baseURL: head.fields["content-location"] ?? head.effectiveURL)
        var reader = try BodyReader(body, url: head.effectiveURL)
        return try parseFeed(
            from: { try reader.read(into: $0) }, hints: hints,
            onEpisode: { episode in
                if !episode.isCut {
                    try onEpisode(episode)
                }
            })
    }

    private static func hash(of body: HTTPResponse.Body, url: String) throws(FeedSyncError) -> Int64
    {
        var hash = StableHash()
        switch body {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { hash.combine($0) }
        case .file:
            var reader = try BodyReader(body, url: url)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { buffer.deallocate() }
            while true {
                let count = try reader.read(into: buffer)
                guard count > 0 else { break }
                hash.combine(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }
        return hash.value
    }
}

/// Reads a body from its beginning, wherever it is kept.
private struct BodyReader {
    private let bytes: [UInt8]
    private let file: TemporaryFileReader?
    private var position = 0

    init(_ body: HTTPResponse.Body, url: String) throws(FeedSyncError) {
        switch body {
        case .bytes(let bytes):
            self.bytes = bytes
            file = nil
        case .file(let temporary):
            bytes = []
            file = try TemporaryFileReader(temporary, url: url)
        }
    }

    /// Reads on; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSyncError) -> Int {
        if let file {
            return try file.read(into: buffer)
        }
        let count = min(buffer.count, bytes.count - position)
        bytes.withUnsafeBytes { source in
            buffer.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
        }
        position += count
        return count
    }
}

/// An open temporary file, which stays until it has been read.
private final class TemporaryFileReader {
    private let file: TemporaryFile
    private let descriptor: Int32
    private let url: String

    init(_ file: TemporaryFile, url: String) throws(FeedSyncError) {
        self.file = file
        self.url = url
        descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(errno, url) }
    }

    deinit {
        close(descriptor)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSyncError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.failure(errno, url) }
        }
    }

    private static func failure(_ code: Int32, _ url: String) -> FeedSyncError {
        FeedSyncError(
            failure: Failure(code: .diskFull, url: url, detail: "temporary file: errno \(code)"))
    }
}

extension FetchedFeed {
    /// The bytes, where they are held in memory.
    var bytesInMemory: [UInt8]? {
        guard case .bytes(let bytes) = body else { return nil }
        return bytes
    }
}
