public import ColumnModel

/// Which downloads may go; liked, queued and unfinished episodes never do.
public struct CleanRules: Sendable, Equatable {
    /// Whether played episodes go.
    public var removesPlayed = true
    /// Downloads complete for longer than this go, played or not.
    public var maximumAge: Duration?
    /// Only so many of the newest downloads of each column stay.
    public var newestPerColumn: Int?
    /// The downloads together take no more than this (`clean.budget`).
    public var budget: ByteCount?
    /// How long what was cleaned away can be had back (`clean.grace`).
    public var grace = Duration.seconds(7 * 86_400)

    /// Makes the default rules.
    public init() {}
}
