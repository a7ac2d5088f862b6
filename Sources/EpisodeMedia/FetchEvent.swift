/// What a running fetch wants done off the network's thread.
enum FetchEvent: Sendable, Equatable {
    /// A new rendition is to be recorded; the fetch waits where `isWaiting`.
    case announce(isWaiting: Bool)
    /// Much was written since the last checkpoint.
    case checkpoint
    /// The bytes from a position on are no longer valid; the fetch waits.
    case cut(at: Int64, keepingFor: Int)
    /// All that a rendition holds is no longer valid; the fetch waits.
    case drop(Int)
}

/// How a fetch ended.
enum FetchOutcome: Sendable, Equatable {
    /// The body came to its end, or to the end of what was wanted.
    case ended
    /// The body came to an end that may be none: the connection was closed, and no length given.
    case endedByClose(at: Int64)
    /// The head was judged, and the body is of no use.
    case refused(ResponseVerdict, status: Int)
    /// What came is a page, a text, a document.
    case notAudio
    /// The bytes differ from those on disk though the server calls them the same.
    case differs
    /// A file or the library failed.
    case broken(MediaError)
    /// The transfer failed.
    case lost
}
