public import ColumnModel

/// How feeds are fetched and merged; the defaults are those of cli.md.
public struct FeedSyncConfiguration: Sendable {
    /// How many feeds are fetched at once.
    public var concurrency = 16
    /// How many of them from one host.
    public var perHost = 4
    /// How long a server may take for an answer, and be silent within one.
    public var timeout = Duration.seconds(30)
    /// No feed may be larger.
    public var maximumFeedSize = ByteCount.mebibytes(64)
    /// The share of a known feed that one sync may add or re-key before it is held.
    public var holdShare = 0.5
    /// How many episodes of a column's first sync count as new.
    public var newestCount = 3
    /// Whether validators, refresh intervals and stops are ignored.
    public var isForced = false
    /// How many pages of a paged feed are read (RFC 5005); 1: the first only.
    public var maximumPages = 1

    /// The defaults.
    public init() {}
}
