public import ColumnModel

/// Reads a feed from a source that fills buffers, and hands over its episodes one by one.
///
/// The source gives how many bytes it has put into the buffer; 0 is the end. Throws
/// `FeedParsingError` for what is no feed; errors of the closures pass through. Damage is no error:
/// see `ParsedFeed.problems`.
public func parseFeed(
    from source: (UnsafeMutableRawBufferPointer) throws -> Int, hints: FeedHints = FeedHints(),
    onEpisode: (ParsedEpisode) throws -> Void
) throws -> ParsedFeed {
    var parser = FeedParser(hints: hints)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
        let count = try source(buffer)
        guard count > 0 else { break }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<min(count, buffer.count)])
        try bytes.withMemoryRebound(to: UInt8.self) { try parser.append($0, onEpisode: onEpisode) }
    }
    return try parser.finish(onEpisode: onEpisode)
}

/// Reads a feed that is in memory as a whole; see the other form.
public func parseFeed(
    _ bytes: [UInt8], hints: FeedHints = FeedHints(),
    onEpisode: (ParsedEpisode) throws -> Void
) throws -> ParsedFeed {
    var parser = FeedParser(hints: hints)
    try bytes.withUnsafeBufferPointer { all in
        var start = 0
        while start < all.count {
            let end = min(start + (64 << 10), all.count)
            try parser.append(UnsafeBufferPointer(rebasing: all[start..<end]), onEpisode: onEpisode)
            start = end
        }
    }
    return try parser.finish(onEpisode: onEpisode)
}
