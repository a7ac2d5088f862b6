import ColumnModel
import FeedParsing
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
        var reader = BodyReader(body, url: head.effectiveURL)
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
            var reader = BodyReader(body, url: url)
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
    private let body: HTTPResponse.Body
    private let url: String
    private var position = 0

    init(_ body: HTTPResponse.Body, url: String) {
        self.body = body
        self.url = url
    }

    /// Reads on; 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSyncError) -> Int {
        let count: Int
        switch body {
        case .bytes(let bytes):
            count = min(buffer.count, bytes.count - position)
            bytes.withUnsafeBytes { source in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: source[position..<position + count]))
            }
        case .file(let file):
            do throws(SystemError) {
                count = try file.read(into: buffer, at: Int64(position))
            } catch {
                throw FeedSyncError(
                    failure: Failure(
                        code: .diskFull, url: url, detail: "temporary file: errno \(error.errno)"))
            }
        }
        position += count
        return count
    }
}

extension FetchedFeed {
    /// The bytes, where they are held in memory.
    var bytesInMemory: [UInt8]? {
        guard case .bytes(let bytes) = body else { return nil }
        return bytes
    }
}
