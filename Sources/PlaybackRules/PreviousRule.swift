/// What "previous" does: soon after an item's start it goes back, later it starts the item again.
public enum PreviousRule: Sendable, Hashable {
    /// Go to the item before.
    case goBack
    /// Start this one again.
    case restart

    /// Up to here in an item, "previous" goes back (media time).
    public static let limit = Duration.seconds(3)

    /// Decides by the media time that is heard; without an item before there is only the restart.
    public init(position: Duration, hasPrevious: Bool) {
        self = hasPrevious && position <= Self.limit ? .goBack : .restart
    }
}
