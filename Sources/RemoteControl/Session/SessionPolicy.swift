/// How we get on with what else sounds on the machine.
public enum SessionPolicy: Sendable, Hashable, CaseIterable {
    /// When we start to be heard, other players are paused; they are never started again by us.
    case solo
    /// Everyone sounds.
    case mix
    /// Others are quieter while we are heard.
    case duck
    /// We are silent while another player plays that began after us.
    case ambient
}
