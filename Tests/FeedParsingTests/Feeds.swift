import ColumnModel
import FeedParsing

/// A feed read from text, with its episodes.
struct ReadFeed {
    let feed: ParsedFeed
    let episodes: [ParsedEpisode]

    init(_ text: String, hints: FeedHints = FeedHints()) throws {
        try self.init(Array(text.utf8), hints: hints)
    }

    init(_ bytes: [UInt8], hints: FeedHints = FeedHints()) throws {
        var episodes: [ParsedEpisode] = []
        feed = try parseFeed(bytes, hints: hints) { episodes.append($0) }
        self.episodes = episodes
    }

    /// An RSS feed whose only item has some content.
    static func item(_ content: String) throws -> ParsedEpisode {
        let read = try ReadFeed(
            """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
            xmlns:podcast="https://podcastindex.org/namespace/1.0" \
            xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:media="http://search.yahoo.com/mrss/" \
            xmlns:psc="http://podlove.org/simple-chapters" \
            xmlns:atom="http://www.w3.org/2005/Atom"><channel><item>\(content)</item></channel></rss>
            """)
        return read.episodes.first ?? ParsedEpisode()
    }
}
