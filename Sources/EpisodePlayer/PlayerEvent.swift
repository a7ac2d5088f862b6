public import AudioKit

/// What the player tells while it works.
public enum PlayerEvent: Hashable, Sendable {
    /// State or intent changed.
    case stateChanged(PlayerState, PlayerIntent)
    /// The media time that is heard, at the configured interval while playing.
    case position(Duration)
    /// The position moved in a way that playing does not explain.
    case seeked(Duration)
    /// The length is known, or known better.
    case durationChanged(Duration, isEstimated: Bool)
    /// The last frame was heard; once for each time that the end is reached.
    case ended
    /// Something that the user should know.
    case notice(PlayerNotice)
}

/// Something that happened beside the state.
public enum PlayerNotice: Hashable, Sendable {
    /// A better output could not be had.
    case outputFallback(wanted: String, reason: String, chosen: String)
    /// Playing was interrupted.
    case interrupted(PlayerInterruption)
    /// The interruption is over.
    case interruptionEnded
    /// Something was found out about the file that is worth keeping as long as it is the same.
    case learnt(MediaFacts)
    /// More of the file is broken than was known; it is left out.
    case damaged(MediaDamage)
    /// The gain that `PlayerCommand.ramp` moves has come to its goal, as it is heard.
    case rampEnded(gain: Double)
    /// The file is another version than before, since it was kept or while it was played; it goes
    /// on at a place that was found by the frames, else by the time, where other sound may be.
    case mediaChanged(at: Duration, by: PlaceEvidence)
}

/// Why the player refused a command.
public enum PlayerError: Error, Hashable, Sendable {
    /// The command makes no sense in this state.
    case refused(PlayerCommand, PlayerState)
    /// What follows can only be prepared while something plays, or is about to.
    case tooEarly(PlayerState)
    /// The player was closed.
    case closed
}
