public import ColumnModel
public import EpisodeMedia

/// How downloads are run; see `cli.md` for the keys that set it.
public struct DownloadConfiguration: Sendable {
    /// How many transfers run at once (`download.concurrency`).
    public var concurrency = 4
    /// How many of them may be of one host (`download.per-host`).
    public var perHost = 2
    /// A ceiling on bytes a second for all together (`download.rate`); nil sets none.
    public var rate: ByteCount?
    /// Attempts, delays, timeouts and the reserve on disk.
    public var policy = FetchPolicy()

    /// Makes the default configuration.
    public init() {}
}
