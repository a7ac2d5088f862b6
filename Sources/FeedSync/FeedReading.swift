import ColumnModel
import ColumnStore
import FeedParsing
import HTTPKit

/// A feed as it was fetched and parsed, before the library has seen it.
struct FeedReading {
    /// The address to keep: permanent redirects and the feed's own moves count.
    let url: String
    /// The bytes and the head of the response.
    let fetched: FetchedFeed
    /// What the feed says of itself.
    var feed: ParsedFeed
    /// Its episodes; nil where there are too many bytes to hold them, and only their keys are kept.
    var episodes: [ParsedEpisode]?
    /// The keys of the episodes that are not held.
    var keys: [EpisodeKeys]
}

/// Fetches and parses feeds: follows moves, reads further pages.
struct FeedReader: Sendable {
    /// A body up to this size is held in memory as episodes; a larger one is read twice.
    private static let memoryLimit = 4 << 20
    /// How many moves of the feed's own making (itunes:new-feed-url) are followed in one sync.
    private static let moveLimit = 3

    let fetcher: FeedFetcher
    let maximumPages: Int

    /// What a conditional fetch gave.
    enum Answer {
        /// The feed is what it was (304).
        case notModified
        /// It is byte for byte what it was, though the server did not say so.
        case sameBytes(HTTPResponseHead, url: String)
        /// A feed.
        case reading(FeedReading)
    }

    /// Fetches and reads the feed at an address, if it is not what it was.
    func read(
        _ url: String, state: FeedState, ignoringHash: Bool, namedBy source: String? = nil
    ) async throws -> Answer {
        let answer = try await fetcher.fetch(url, state: state, namedBy: source)
        guard case .feed(let fetched) = answer else { return .notModified }
        let place = Self.place(after: fetched.head, from: url)
        if fetched.hash == state.bodyHash && !ignoringHash {
            return .sameBytes(fetched.head, url: place)
        }
        var reading = try parse(fetched, url: place)
        try await followMoves(of: &reading, from: url)
        if maximumPages > 1 {
            try await readFurtherPages(into: &reading)
        }
        return .reading(reading)
    }

    /// Fetches and reads a feed without regard to what is known of it.
    ///
    /// - Parameter source: the page that names the address; nil: the user does.
    func read(_ url: String, namedBy source: String? = nil) async throws -> FeedReading {
        guard
            case .reading(let reading) = try await read(
                url, state: FeedState(), ignoringHash: true, namedBy: source)
        else {
            // A server that answers 304 though nothing was asked conditionally.
            throw FeedSyncError(failure: Failure(code: .httpStatus, status: 304, url: url))
        }
        return reading
    }
}

extension FeedReader {
    private func parse(_ fetched: FetchedFeed, url: String) throws -> FeedReading {
        var episodes: [ParsedEpisode]? = fetched.byteCount <= Self.memoryLimit ? [] : nil
        var keys: [EpisodeKeys] = []
        let feed: ParsedFeed
        do {
            feed = try fetched.parse { episode in
                if episodes == nil {
                    keys.append(EpisodeKeys(of: episode))
                } else {
                    episodes?.append(episode)
                }
            }
        } catch let error as FeedParsingError {
            throw FeedSyncError(
                failure: Failure(code: .notAFeed, url: fetched.head.effectiveURL),
                parsing: error, fetched: fetched)
        }
        return FeedReading(url: url, fetched: fetched, feed: feed, episodes: episodes, keys: keys)
    }

    /// A move that leads nowhere, or in a circle, changes nothing: the feed at hand is still good.
    private func followMoves(of reading: inout FeedReading, from url: String) async throws {
        var visited: Set = [url, reading.url]
        for _ in 0..<Self.moveLimit {
            guard let next = reading.feed.newFeedURL, (try? HTTPURL(next)) != nil,
                visited.insert(next).inserted, let moved = await follow(next, from: reading.url)
            else { return }
            reading = moved
        }
    }

    /// Reads the older pages of a paged feed (RFC 5005); a page that fails ends the list there.
    private func readFurtherPages(into reading: inout FeedReading) async throws {
        guard var episodes = reading.episodes else { return }
        var visited: Set = [reading.url]
        while let next = reading.feed.nextPageURL, visited.count < maximumPages,
            visited.insert(next).inserted
        {
            guard let page = await follow(next, from: reading.url), let more = page.episodes else {
                return
            }
            episodes += more
            reading.feed.nextPageURL = page.feed.nextPageURL
            reading.feed.problems += page.feed.problems
            reading.episodes = episodes
        }
    }

    private func follow(_ url: String, from source: String) async -> FeedReading? {
        let answer = try? await fetcher.fetch(url, state: FeedState(), namedBy: source)
        guard case .feed(let fetched)? = answer else { return nil }
        return try? parse(fetched, url: Self.place(after: fetched.head, from: url))
    }

    /// Permanent redirects up to the first temporary one count (RFC 9110 section 15.4).
    private static func place(after head: HTTPResponseHead, from url: String) -> String {
        var place = url
        for redirect in head.redirects {
            guard redirect.isPermanent else { break }
            place = redirect.to
        }
        return place
    }
}
