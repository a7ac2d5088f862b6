/// What a sleep timer wants done, in this order.
public enum SleepEffect: Sendable, Hashable {
    /// Set the gain of the fade, 0…1, beside the user's volume.
    case setGain(Double)
    /// Pause. Playing goes on later from this media time, where the fade began, so that nothing is
    /// missed; nil: from where it stands.
    case pause(resumeAt: Duration?)
    /// The episode has ended: stay there, and load no other.
    case stay
}
