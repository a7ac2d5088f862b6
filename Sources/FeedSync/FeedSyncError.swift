import ColumnModel
import FeedParsing

/// Why one feed could not be had or read.
struct FeedSyncError: Error {
    /// What the store remembers.
    let failure: Failure
    /// How long the server wants to be left alone.
    var retryAfter: Duration?
    /// What the body was, where it was no feed.
    var parsing: FeedParsingError?
    /// The body, where it was no feed; it may name one.
    var fetched: FetchedFeed?
}

/// What the caller knows of logins: the one for an address, if the user gave one.
public typealias LoginLookup = @Sendable (_ url: String) -> (user: String, password: String)?
