/// What a user asks of one sync, over the settings.
public struct SyncOptions: Sendable, Equatable {
    /// Whether validators, waiting times and stops are ignored.
    public var isForced = false
    /// Whether all pages of a paged feed are read.
    public var readsFullHistory = false
    /// Whether all is done on a copy of the library, which is thrown away.
    public var isDryRun = false

    /// A sync as the settings say.
    public init() {}
}
