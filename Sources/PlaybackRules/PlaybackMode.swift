/// In which order a list plays, and what happens at its end.
public enum PlaybackMode: String, Sendable, Hashable, CaseIterable {
    /// One after the other, then stop.
    case sequence
    /// One after the other, then from the first again.
    case repeatAll = "repeat-all"
    /// The same again and again.
    case repeatOne = "repeat-one"
    /// In random order, each once before any comes again.
    case shuffle
    /// This one, then stop.
    case once
}
