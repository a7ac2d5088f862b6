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
    /// The gain that `PlayerCommand.ramp` moves has come to its goal, as it is heard.
    case rampEnded(gain: Double)
    /// The file became another version while it was played; it is opened again at the same time,
    /// which may not be the same place.
    case mediaChanged(at: Duration)
}

/// Why the player refused a command.
public enum PlayerError: Error, Hashable, Sendable {
    /// The command makes no sense in this state.
    case refused(PlayerCommand, PlayerState)
    /// The player was closed.
    case closed
}
