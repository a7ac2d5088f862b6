public import PlaybackRules

/// What can be asked of the player from outside.
public enum PlaybackCommand: Sendable, Hashable {
    /// Play a list.
    case play(PlayRequest)
    /// Be heard; goes on from where it stands.
    case resume
    /// Be silent.
    case pause
    /// Pause if playing, else resume.
    case toggle
    /// Put the track away; the place is kept.
    case stop
    /// Go to the next track.
    case next
    /// Go back, or start this track again.
    case previous
    /// Go to the next chapter.
    case nextChapter
    /// Go to the chapter's beginning, or to the one before.
    case previousChapter
    /// Go back to where the last leap began.
    case undoSeek
    /// Be silent, because something else wants to be heard; not by the listener's wish.
    case interrupt(cause: String)
    /// That is over; go on only if it may, and if it was what stopped the sound.
    case endInterruption(cause: String, mayResume: Bool)
    /// Change the position.
    case seek(SeekTarget)
    /// Change the speed, 0.5…4.
    case setSpeed(Double)
    /// Set the sleep timer, or end it with nil.
    case setSleep(SleepKind?)
    /// Give the sleep timer more time.
    case extendSleep(by: Duration)
    /// Change the order of the list.
    case setMode(PlaybackMode)
    /// Change the volume, 0…1.
    case setVolume(Double)
    /// Stop and end the player's process.
    case quit
}
