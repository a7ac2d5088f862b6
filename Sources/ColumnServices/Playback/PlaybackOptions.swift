public import PlaybackRules

/// What a user asks of one session, over the settings.
public struct PlaybackOptions: Sendable {
    /// The speed for all of it; nil: as set for each column.
    public var speed: Double?
    /// The output; nil: as set.
    public var output: String?
    /// When to stop by itself; nil: not.
    public var sleep: SleepKind?
    /// In which order the list plays.
    public var mode = PlaybackMode.sequence

    /// A session as the settings say.
    public init() {}
}
