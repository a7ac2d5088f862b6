/// What a sync of devices may do.
public struct DeviceSyncOptions: Sendable, Equatable {
    /// Whether removals above the bound are done, and an empty server is believed.
    public var allowsRemovals = false
    /// Whether the server is told all that is here, because it has lost it.
    public var restoresServer = false
    /// How many removals are done without being asked for.
    public var removalLimit = 5
    /// How long the server may be silent.
    public var timeout = Duration.seconds(30)
    /// Whether nothing is sent, so that only a plan comes of it; the library is a copy then.
    public var isPlan = false

    /// A sync as usual.
    public init() {}

    /// Whether so many removals of so many subscriptions wait for a yes.
    func holds(_ removals: Int, of count: Int) -> Bool {
        !allowsRemovals && (removals > removalLimit || (removals > 1 && removals * 2 > count))
    }
}
