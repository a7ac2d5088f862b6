/// Why a player did not do what was asked.
public enum PlaybackControlError: Error, Sendable, Hashable {
    /// Nothing is loaded, so there is nothing to do it with.
    case nothingPlaying
    /// There is no further track in that direction.
    case noTrack
    /// There is no chapter in that direction, or none at all.
    case noChapter
    /// No leap is left that could be taken back.
    case noLeap
    /// What was to play is not there.
    case notFound
    /// The value is out of its range.
    case invalidValue
    /// It was tried and failed.
    case failed(detail: String)
}
