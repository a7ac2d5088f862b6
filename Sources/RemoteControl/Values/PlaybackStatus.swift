/// What the player does, as the listener wants it.
public enum PlaybackStatus: String, Sendable, Hashable, CaseIterable {
    /// It plays, or would if the bytes were there.
    case playing
    /// It stands still and goes on from where it is.
    case paused
    /// Nothing is loaded.
    case stopped
}
