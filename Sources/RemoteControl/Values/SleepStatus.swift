public import PlaybackRules

/// A sleep timer that is set, and what is left of it.
public struct SleepStatus: Sendable, Hashable {
    /// What it was set to.
    public var kind: SleepKind
    /// Real time that is left; nil when it ends with an episode, or nobody knows.
    public var remaining: Duration?
    /// How many episodes or chapters are left, the present one counted.
    public var countLeft: Int?

    /// Makes a status.
    public init(kind: SleepKind, remaining: Duration? = nil, countLeft: Int? = nil) {
        self.kind = kind
        self.remaining = remaining
        self.countLeft = countLeft
    }
}
