/// What a player tells those who steer it; the new state is in its snapshot.
public enum PlaybackChange: Sendable, Hashable {
    /// Something of the snapshot other than the position changed.
    case changed
    /// The position moved in a way that playing at the snapshot's speed does not explain.
    case seeked(to: Duration)
}
