/// Where a seek goes.
public enum SeekTarget: Sendable, Hashable {
    /// Forward, or back with a negative duration (media time).
    case by(Duration)
    /// To a media time.
    case to(Duration)
    /// To a share of the length, 0…1.
    case share(Double)
}
