/// How playing gets on with what else sounds on this machine (`play.session`).
public enum AudioSessionMode: String, Sendable, Equatable, CaseIterable {
    /// Others that follow MPRIS are paused when we start; they are not started again.
    case solo
    /// Everyone sounds.
    case mix
    /// Others are quieter while we are heard.
    case duck
    /// Others come first: we pause while they play.
    case ambient
}
